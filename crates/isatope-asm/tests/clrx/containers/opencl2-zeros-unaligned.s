.amdcl2
.64bit
.gpu Bonaire
.driver_version 191205
.bssdata align=1
.skip 10
.kernel a
.config
.dims x
.text
s_endpgm
