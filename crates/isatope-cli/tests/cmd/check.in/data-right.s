MOV.i32 r0, r60
NOP.end
