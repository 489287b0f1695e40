.amdcl2
.64bit
.gpu Bonaire
.driver_version 191205
.rwdata
.int 4
.bssdata
.skip 10
.kernel a
.config
.dims x
.text
s_endpgm
