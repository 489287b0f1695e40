IADD.s32 r0, r1, x
IADD.s32 r0, r1, z
IADD.s32 r0, r1, 0x0
IADD.s32 r0, r1, (x)
IADD.s32 r0, u1, u2
IADD.s32 r0, u1, u9
IADD.s32 r0, u1, u70
IADD.s32 r0, r1, undefined
IADD.s32 r0, r1
IADD.s32 r0, r1, r2, r3
IADD.s32 r0, r1 r2
IADD.s32 r0, r1, r2 page=0x1
IADD.s32 r0, r1, r2 page=0x1 page=0x1
IADD.s32 r0, r1, u70 page=0x0
IADD.s32 r0, r1, r2 + 1
IADD.s32 r0, r1, r2.bogus
IADD.s32.bogus r0, r1, r2
IADD.s32.end.end r0, r1, r2
IADD.s64 r0, r1, r2
IADD.s64 r0, [r2:r3], r4
IADD_IMM.i32 r0, r1, #x
IADD_IMM.i32 r0, r1, #0x17
IADD_IMM.i32 r0, r1, #0x17 + 1
LOAD.i32.unsigned.slot0 @r4, ^r2, offset:x
LOAD.i32.unsigned.slot0 @r4, ^r2, offset:16
LOAD.i32.unsigned.slot0 @r4:r5, ^r2, offset:16
LOAD.i32.unsigned.slot0 @r4:r6, ^r2, offset:16
BRANCHZ.eq r1, label0
BRANCHZ.eq ^r1.h0, offset:-3
