// gfx900 llvm
// A block without its end ends at the first line that is no field.
.amdhsa_kernel k
  .amdhsa_next_free_vgpr 1
  .amdhsa_next_free_spgr 1
k:
  s_nop 0
  v_mov_b32 v0, 1
  s_endpgm
.amdhsa_kernel l
  .amdhsa_next_free_vgpr 1
