.amd
.gpu Pitcairn
.driver_version 180005
.globaldata
.int 1
.main
.int 9
.rodata
.int 5
.kernel add
.config
.dims x
.rodata
.int 7
.text
s_endpgm
.main
.section .rodata
.int 6
.globaldata
.int 2
