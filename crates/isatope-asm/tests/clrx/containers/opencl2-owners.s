.amdcl2
.gpu Bonaire
.driver_version 234800
.hsalayout
.kernel a
.config
.dims x
.kernel b
.config
.dims x
.text
a: .skip 256
s_endpgm
b: .skip 256
s_endpgm
.kcode a
v_mov_b32 v77, 0
.kcodeend
v_mov_b32 v33, 0
