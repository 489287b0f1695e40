STORE.i32.slot2.wait2 @r60, u0, offset:0
BARRIER.slot7.wait
NOP.end
