STORE.i32.slot1.wait1 @r60, u0, offset:0
BARRIER.slot7.wait
LOAD.i32.unsigned.slot0.wait0 @r0, u0, offset:0
NOP.end
