.amdcl2
.64bit
.gpu Fiji
.driver_version 234800
.kernel a
.config
.dims x
.arg n, void
.arg c, counter32
.arg m, uint
.text
s_endpgm
