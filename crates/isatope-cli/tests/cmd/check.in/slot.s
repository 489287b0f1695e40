STORE.i32.slot7.wait @r60, u0, offset:0
BARRIER.slot0.wait
NOP.end
