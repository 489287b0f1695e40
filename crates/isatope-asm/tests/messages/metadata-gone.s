// gfx900 llvm
.amdgcn_target "amdgcn-amd-amdhsa--gfx900"
_Z5scalePKfPffi:
  s_endpgm
bare:
  s_endpgm
.rodata
.amdhsa_kernel _Z5scalePKfPffi
  .amdhsa_next_free_vgpr 1
  .amdhsa_next_free_sgpr 8
.end_amdhsa_kernel
.amdgpu_metadata
amdhsa.version: [1, 0]
amdhsa.kernels:
  - .name: _Z5scalePKfPffi
    .symbol: _Z5scalePKfPffi.kd
  - .name: _Z7collatzPji
    .symbol: _Z7collatzPji.kd
  - .name: _Z6scale2PKfPffi
    .symbol: _Z6scale2PKfPffi.kd
  - .name: bare
    .symbol: bare.kd
.end_amdgpu_metadata
