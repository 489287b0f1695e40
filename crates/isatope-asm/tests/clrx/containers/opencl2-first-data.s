.amdcl2
.64bit
.gpu Fiji
.driver_version 234800
first: .int 1, 2, 3
.kernel add
.config
.dims x
.text
s_mov_b32 s0, ((first+21)*2-first)&0xffffffff
s_mov_b32 s1, (first+4)>>32
s_endpgm
