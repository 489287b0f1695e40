.amdcl2
.64bit
.gpu Fiji
.driver_version 234800
.kernel a
.hsaconfig
.dims x
.pgmrsrc1 0x200000
.text
s_mov_b32 s9, 1
s_endpgm
.kernel b
.hsaconfig
.dims xy
.floatmode 0x33
.priority 1
.pgmrsrc1 0xc0840
.exceptions 0x55
.tgsize
.localsize 700
.pgmrsrc2 0x220f8080
.text
v_mov_b32 v9, 1
s_endpgm
