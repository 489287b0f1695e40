MOV.i32 r2, u0
MOV.i32 r3, u1
LOAD.i32.unsigned.slot0.wait0 @r0, r2, offset:0
IADD.s32 r4, r0, r3
STORE.i32.slot0.end @r4, u2, offset:0
