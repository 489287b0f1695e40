// Which threads of a warp have a number greater than that of the thread above, and the greatest number of the warp.
//
// WMASK gives all threads a bit for each one whose number is not zero; CLPER fetches a number from another lane. With the exclusive or of 1, 2, 4 and
// 8 each thread has met all others after four rounds.
vote:
    LSHIFT_OR.i32 r0, ^r60, 0x3020100.b22, 0x0      // 4 * number
    IADD_IMM.i32 r1, 0x0, #0x6000000
    LD_BUFFER.i32.unsigned.slot0.wait0 @r1, r0, ^r1
    IADD_IMM.i32 r2, lane_id.w0, #0x1
    CLPER.i32 r2, r1, ^r2.b0                       // the lane above; above the last one is the first one, for only four bits count
    ICMP_OR.u32.gt.m1 r2, r1, ^r2, 0x0
    WMASK r2, ^r2
    CLPER.i32.xor r3, r1, 0x1000000.b3
    CSEL.u32.gt r1, ^r1, r3, ^r1, ^r3
    CLPER.i32.xor r3, r1, 0x3020100.b2
    CSEL.u32.gt r1, ^r1, r3, ^r1, ^r3
    CLPER.i32.xor r3, r1, 0x7060504.b0
    CSEL.u32.gt r1, ^r1, r3, ^r1, ^r3
    CLPER.i32.xor r3, r1, 0xB0A0908.b0
    CSEL.u32.gt r1, ^r1, r3, ^r1, ^r3
    IADD.u32 r0, r0, ^r0                            // 8 * number
    IADD_IMM.i32 r3, 0x0, #0x6000001
    LEA_BUFFER.slot0.wait0 @r4:r5, ^r0, ^r3
    MOV.i32 r6, ^r2
    MOV.i32 r7, ^r1
    STORE.i64.slot1.end @r6:r7, ^r4, offset:0
