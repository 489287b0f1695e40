// The sum of 512 numbers: each workgroup of 64 threads adds up its own in the memory that it shares, halving the threads that add in every
// round, and its first thread adds the sum to the one in the buffer.
//
// The memory of a workgroup is a part of the address space, which begins at workgroup_local_pointer. A barrier is a message in slot 7. In the low half
// of r55 stands the number of the thread in its workgroup, in r60 that in the whole grid.
blocksum:
    LSHIFT_OR.i32 r0, ^r60, 0x3020100.b22, 0x0      // 4 * number
    IADD_IMM.i32 r1, 0x0, #0x6000000
    LD_BUFFER.i32.unsigned.slot0 @r1, ^r0, ^r1
    U16_TO_U32 r0, ^r55.h00
    LSHIFT_OR.i32 r2, r0, 0x3020100.b22, 0x0
    IADD.u32 r2, workgroup_local_pointer.w0, ^r2    // where its own number lies: r2 and r3
    MOV.i32.wait0 r3, workgroup_local_pointer.w1
    STORE.i32.slot0.wait0 @r1, r2, offset:0
    BARRIER.slot7.wait
    IADD_IMM.i32.reconverge r4, 0x0, #0x20          // how many add in this round
round:
    ICMP_OR.u32.lt.m1 r5, r0, r4, 0x0
    BRANCHZ.eq.reconverge ^r5.h0, together
    LSHIFT_OR.i32 r6, r4, 0x3020100.b22, 0x0        // the number so far behind its own
    IADD.u32 r6, r2, ^r6
    MOV.i32 r7, r3
    LOAD.i32.unsigned.slot0 @r5, ^r6, offset:0
    LOAD.i32.unsigned.slot1.wait01 @r8, r2, offset:0
    IADD.u32 r5, ^r5, ^r8
    STORE.i32.slot0.wait0 @r5, r2, offset:0
    BRANCHZ.eq.reconverge 0x0, together
together:
    BARRIER.slot7.wait
    RSHIFT_OR.i32 r4, ^r4, 0x3020100.b11, 0x0
    BRANCHZ.reconverge r4, round
    BRANCHZ.reconverge ^r0, out                     // the first thread goes on
    LOAD.i32.unsigned.slot0 @r0, ^r2, offset:0
    IADD_IMM.i32 r1, 0x0, #0x6000001
    LEA_BUFFER.slot1.wait01 @r2:r3, 0x0, ^r1
    ATOM_RETURN.i32.slot0.aadd @r0, @r0, ^r2, offset:0x0
    BRANCHZ.eq.reconverge 0x0, out
out:
    NOP.end
