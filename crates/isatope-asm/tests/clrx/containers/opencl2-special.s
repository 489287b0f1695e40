.amdcl2
.64bit
.gpu Fiji
.driver_version 234800
.kernel flat
.hsaconfig
.dims x
.text
s_mov_b32 s20, flat_scratch_lo
s_endpgm
.kernel xnack
.hsaconfig
.dims x
.text
s_mov_b32 s20, xnack_mask_lo
s_endpgm
.kernel none
.hsaconfig
.dims x
.text
s_mov_b32 s20, vcc_lo
s_endpgm
