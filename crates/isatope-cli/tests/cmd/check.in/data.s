MOV.i32 r0, r60
.quad 0x00ffffffffffffff
NOP.end
