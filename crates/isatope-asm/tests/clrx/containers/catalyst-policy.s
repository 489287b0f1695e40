.policy 200
.amd
.gpu Pitcairn
.driver_version 134805
.kernel a
.config
.sgprsnum 104
.text
s_mov_b32 s9, 1
s_endpgm
