.gallium
.gpu Pitcairn
.llvm_version 40000
.driver_version 170000
.kernel k
.config
.dims x
.machine 3,2,5,7
.text
k:
.skip 256
s_endpgm
