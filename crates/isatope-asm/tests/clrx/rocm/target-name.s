.rocm
.gpu Fiji
.tripple "amdgcn-amd-amdhsa-foo"
.target "amdgcn-amd-amdhsa-amdgizcl-gfx803"
.kernel add
.config
.use_ptr64
.text
add: .skip 256
s_endpgm
