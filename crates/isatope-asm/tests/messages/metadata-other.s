// gfx900 llvm
.amdgcn_target "amdgcn-amd-amdhsa--gfx900"
fill:
  s_endpgm
.rodata
.amdhsa_kernel fill
  .amdhsa_next_free_vgpr 1
  .amdhsa_next_free_sgpr 8
.end_amdhsa_kernel
.amdgpu_metadata
amdhsa.version: [1, 0]
amdhsa.kernels:
  - .name: collatz
    .symbol: collatz.kd
.end_amdgpu_metadata
