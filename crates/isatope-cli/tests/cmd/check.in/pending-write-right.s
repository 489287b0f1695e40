LOAD.i32.unsigned.slot0 @r0, u0, offset:0
BRANCHZ.eq.reconverge r60.h0, offset:2
NOP.wait0
MOV.i32.reconverge r1, r0
NOP.wait0
LOAD.i32.unsigned.slot2.wait2 @r0, u0, offset:4
STORE.i32.slot0.end @r0, u0, offset:8
