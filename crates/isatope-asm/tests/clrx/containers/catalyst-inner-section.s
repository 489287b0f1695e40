.amd
.64bit
.gpu Bonaire
.driver_version 191205
.kernel vu
.config
.dims x
.section aaaxx
.byte 9
.text
s_endpgm
.section bbb
.byte 1
.kernel w
.config
.dims x
.section aaaxx
.byte 3
.text
s_nop 2
.kernel vu
.byte 2
.text
s_nop 3
.main
.section aaaxx
.byte 4
.kernel w
s_endpgm
