MOV.i32 r0, 0x0
BRANCHZ.eq.reconverge r60.h0, offset:2
MOV.i32 r0, r61
BRANCHZ.eq.reconverge 0x0, offset:1
MOV.i32.reconverge r0, r60
STORE.i32.slot0.end @r0, u0, offset:0
