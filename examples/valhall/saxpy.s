// y[i] = a * x[i] + y[i] for i < n: the smallest shader that does something useful.
//
// A warp runs 16 threads, each with a program counter of its own. Threads past the end of the data branch to the end, and the others go on.
// Buffers are named by handles: the resource table above bit 24 (6 has storage buffers), the entry below. u0 is a, u1 is n; r60 is the number of
// the thread in the whole grid. `^` marks the last use of a register.
saxpy:
    ICMP_OR.u32.lt.m1 r0, r60, u1, 0x0              // i < n: all bits set, or none
    BRANCHZ.eq.reconverge ^r0.h0, out               // behind `.reconverge` the threads that take the same way are together again
    LSHIFT_OR.i32 r0, ^r60, 0x3020100.b22, 0x0      // 4 * i: the byte 2 of a constant of the table says how far to shift
    IADD_IMM.i32 r1, 0x0, #0x6000000                // the handle of x
    LD_BUFFER.i32.unsigned.slot0 @r1, r0, ^r1       // a message: done some time later, when slot 0 has been waited for
    IADD_IMM.i32.wait0 r2, 0x0, #0x6000001          // the handle of y; `.wait0` waits behind this instruction
    LD_BUFFER.i32.unsigned.slot1.wait1 @r3, r0, r2
    FMA.f32 r1, u0, ^r1, ^r3
    LEA_BUFFER.slot2.wait2 @r2:r3, ^r0, ^r2         // the address of y[i], in a pair of registers
    STORE.i32.slot0 @r1, ^r2, offset:0
    BRANCHZ.eq.reconverge 0x0, out                  // zero is zero: a branch in any case
out:
    NOP.end
