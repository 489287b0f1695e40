.amdcl2
.gpu Bonaire
.driver_version 180005
.text
s_mov_b32 s0, s1
.kernel a
.config
.dims x
.text
s_endpgm
