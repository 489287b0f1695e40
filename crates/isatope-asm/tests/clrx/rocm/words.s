.rocm
.gpu Fiji
.kernel a
.config
.dims x
.pgmrsrc1 0x200000
.kernel b
.config
.dims xy
.floatmode 0x33
.priority 1
.pgmrsrc1 0xc0840
.exceptions 0x55
.tgsize
.localsize 700
.pgmrsrc2 0x220f8080
.text
.p2align 8
a: .skip 256
s_mov_b32 s9, 1
s_endpgm
.p2align 8
b: .skip 256
v_mov_b32 v9, 1
s_endpgm
