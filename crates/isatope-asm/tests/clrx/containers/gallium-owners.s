.gallium
.gpu Fiji
.llvm_version 40000
.kernel a
.config
.dims x
.kernel b
.config
.dims x
.text
a: .skip 256
s_mov_b32 s9, flat_scratch_lo
s_endpgm
b: .skip 256
s_endpgm
.kcode a
v_mov_b32 v77, 0
.kcode -a
v_mov_b32 v99, 0
.kcodeend
.kcodeend
s_mov_b32 s55, 0
.kcode +
v_mov_b32 v22, 0
.kcodeend
