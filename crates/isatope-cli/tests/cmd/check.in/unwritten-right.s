MOV.i32 r1, r60
MOV.i32 r5, r60
BRANCHZ.eq.reconverge r60.h0, offset:1
MOV.i32.reconverge r1, r61
IADD.s32 r2, r1, r5
STORE.i32.slot0.end @r2, u0, offset:0
