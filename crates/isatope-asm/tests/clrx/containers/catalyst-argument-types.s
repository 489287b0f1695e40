.amd
.gpu Pitcairn
.driver_version 134805
.kernel a
.config
.dims x
.arg n, void
.arg c, counter32
.text
s_endpgm
