.amd
.gpu Pitcairn
.driver_version 180005
.int 1, 2, 3
.kernel add
.config
.dims x
.text
s_endpgm
