.amdcl2
.64bit
.gpu Bonaire
.driver_version 191205
.rwdata
.int 1
.text
.int 4
.kernel a
.config
.dims x
.text
s_endpgm
.globaldata
.int 2
.section .mine, "a"
.int 5
.text
s_nop 7
.main
.section .other, "a"
.int 6
