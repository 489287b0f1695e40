BRANCHZ.eq.reconverge r60.h0, offset:1
STORE.i32.slot0.end @r60, u0, offset:0
STORE.i32.slot0.end @r61, u0, offset:0
