.rocm
.gpu Fiji
.arch_stepping 5
.tripple "amdgcn-amd-amdhsa-foo"
.kernel add
.config
.use_ptr64
.text
add: .skip 256
s_endpgm
