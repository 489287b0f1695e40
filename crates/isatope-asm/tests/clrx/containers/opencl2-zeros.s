.amdcl2
.64bit
.gpu Bonaire
.driver_version 191205
.bssdata
.skip 5
.p2align 2
.skip 1
.kernel a
.config
.dims x
.text
s_endpgm
