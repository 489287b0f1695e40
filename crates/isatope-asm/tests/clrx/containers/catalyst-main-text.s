.amd
.gpu Pitcairn
.driver_version 180005
.globaldata
.int 1
.text
first: s_mov_b32 s0, s1
s_nop 0
.kernel a
.config
.dims x
.text
s_endpgm
.main
.text
.p2align 4
.int first
s_nop 7
