MOV.i32 r1, r60
MOV.i32.reconverge r0, 0x0
IADD.s32 r0, ^r0, r1
BRANCHZ.eq.reconverge r0.h0, offset:-2
STORE.i32.slot0.end @r0, u0, offset:0
