.policy 200
.amdcl2
.64bit
.gpu Fiji
.driver_version 234800
.kernel a
.config
.sgprsnum 102
.text
s_mov_b32 s9, 1
s_endpgm
