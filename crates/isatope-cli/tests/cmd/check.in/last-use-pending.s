MOV.i32 r0, r60
STORE.i32.slot0 @r0, u0, offset:0
IADD.s32 r1, ^r0, r60
STORE.i32.slot0.end @r1, u0, offset:4
