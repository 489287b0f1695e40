.amdcl2
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
.text
s_nop 1
.section aaaxx
.byte 3
.text
s_nop 2
.kernel vu
.byte 2
.text
s_nop 3
.inner
.section aaaxx
.byte 4
.section ccc
.byte 5
.kernel w
s_endpgm
