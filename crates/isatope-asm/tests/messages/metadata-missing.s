// gfx900 llvm
.amdgcn_target "amdgcn-amd-amdhsa--gfx900"
.macro kernel name
.text
\name:
  s_endpgm
.rodata
.amdhsa_kernel \name
  .amdhsa_next_free_vgpr 1
  .amdhsa_next_free_sgpr 8
.end_amdhsa_kernel
.endm
kernel first
kernel second
.text
third:
  s_endpgm
.rodata
.amdhsa_kernel third
  .amdhsa_next_free_vgpr 1
  .amdhsa_next_free_sgpr 8
.end_amdhsa_kernel
.amdgpu_metadata
amdhsa.version: [1, 0]
amdhsa.kernels:
  - .name: first
    .symbol: first.kd
.end_amdgpu_metadata
