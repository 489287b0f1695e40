MOV.i32 r0, u0
MOV.i32 r1, u1
STORE.i32.slot0.end @r0, ^r0, offset:0
