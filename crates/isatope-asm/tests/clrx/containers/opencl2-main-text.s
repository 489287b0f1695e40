.amdcl2
.64bit
.gpu Bonaire
.driver_version 191205
.text
s_mov_b32 s0, s1
.section .mine, "a"
.int 7
.kernel a
.config
.dims x
.text
s_endpgm
.main
.text
s_nop 7
