LOAD.i32.unsigned.slot1 @r0, u0, offset:0
NOP.wait1
IADD.s32 r1, r0, r60
MOV.i32.end r2, r1
