// gfx900 llvm
.amdgcn_target "amdgcn-amd-amdhsa--gfx900:xnack-"
.amdhsa_kernel first
  .amdhsa_next_free_vgpr 1
  .amdhsa_next_free_sgpr 1
  .amdhsa_reserve_xnack_mask 1
.end_amdhsa_kernel
.amdhsa_kernel second
  .amdhsa_next_free_vgpr 1
  .amdhsa_next_free_sgpr 1
  .amdhsa_reserve_xnack_mask later + 1
.end_amdhsa_kernel
later = 0
.amdgcn_target "amdgcn-amd-amdhsa--gfx900"
.amdhsa_kernel third
  .amdhsa_next_free_vgpr 1
  .amdhsa_next_free_sgpr 1
  .amdhsa_reserve_xnack_mask 0
.end_amdhsa_kernel
