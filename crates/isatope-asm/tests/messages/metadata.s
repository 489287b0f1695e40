// gfx900 llvm
.amdgcn_target "amdgcn-amd-amdhsa--gfx900"
vadd:
  s_endpgm
.rodata
.amdhsa_kernel vadd
  .amdhsa_next_free_vgpr 1
  .amdhsa_next_free_sgpr 8
.end_amdhsa_kernel
.amdgpu_metadata
amdhsa.version: [1, 0]
amdhsa.kernels:
  - .name: vadd
    .symbol: vad.kd
    .kernarg_segment_size: 8
    .sgpr_cont: 8
    .another_key: 8
    .args:
      - { .size: 8, .offset: 0, .value_kind: global_buffer }
      - { .size: 4, .offset: 4, .value_kind: by_valu }
      - { .size: 4, .offset: 12, .value_kind: by_value }
.end_amdgpu_metadata
