MOV.i32.reconverge r2, 0x0
IADD.s32 r2, r2, 0x1000000.b3
LOAD.i32.unsigned.slot0.wait0 @r2, u0, offset:0
BRANCHZ.reconverge r60.h0, offset:-3
NOP.end
