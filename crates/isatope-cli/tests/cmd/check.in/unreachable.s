STORE.i32.slot0.end @r60, u0, offset:0
IADD.s32 r0, r60, r61
STORE.i32.slot0.end @r0, u0, offset:4
