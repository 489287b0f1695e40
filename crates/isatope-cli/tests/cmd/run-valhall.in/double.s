// x[i] = 2 * x[i] in place, for all threads but the even ones of the first four
double:
    IADD_IMM.i32 r4, 0x0, #0x6000000
    LSHIFT_OR.i32 r0, r60, 0x3020100.b22, 0x0
    LEA_BUFFER.slot0.wait0 @r2:r3, ^r0, ^r4
    LOAD.i32.unsigned.slot1 @r0, r2, offset:0
    IADD_IMM.i32 r1, 0x0, #0x4
    ICMP_OR.u32.lt.m1 r1, r60, ^r1, 0x0
    BRANCHZ.reconverge ^r1.h0, few
all:
    NOP.wait1
    FADD.f32 r0, r0, ^r0
    STORE.i32.slot0.end @r0, ^r2, offset:0
few:
    LSHIFT_XOR.i32 r1, ^r60, 0x3020100.b00, 0x0
    LSHIFT_OR.i32 r1, ^r1, 0x1F1E1D1C.b33, 0x0
    BRANCHZ.reconverge ^r1, all
    NOP.wait1
    NOP.end

unwaited:
    IADD_IMM.i32 r4, 0x0, #0x6000000
    LSHIFT_OR.i32 r0, ^r60, 0x3020100.b22, 0x0
    LEA_BUFFER.slot0 @r2:r3, ^r0, ^r4
    STORE.i32.slot0.end @r1, ^r2, offset:0
