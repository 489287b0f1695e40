BRANCHZ.eq.reconverge r60.h0, offset:1
NOP.end
BRANCHZ.eq.reconverge 0x0, offset:-3
