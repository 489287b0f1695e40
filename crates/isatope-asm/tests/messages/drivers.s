# pitcairn clrx
.amdcl2
.gpu Pitcairn
.driver_version 258000
.kernel a
.config
.text
s_endpgm
