.gallium
.gpu Ellesmere
.llvm_version 40000
.kernel a
.config
.dims x
.kernel b
.config
.dims x
.text
.kcode b
a: .skip 256
s_endpgm
.kcodeend
v_mov_b32 v50, 0
b: .skip 256
s_endpgm
.kcode a
v_mov_b32 v77, 0
