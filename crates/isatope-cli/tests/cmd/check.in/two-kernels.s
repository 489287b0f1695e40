.amdgcn_target "amdgcn-amd-amdhsa--gfx900"
.text
.macro entry name
.globl \name
.p2align 8
.type \name,@function
\name:
.endm
.macro end name
.Lend_\name:
.size \name, .Lend_\name-\name
.endm
.hidden half
entry half
  global_load_dword v1, v[2:3], off
  v_add_f32 v1, v1, v1
  s_setpc_b64 s[30:31]
end half
entry other
  s_waitcnt vmcnt(0)
  s_setpc_b64 s[30:31]
end other
entry scale
  s_getpc_b64 s[4:5]
  s_add_u32 s4, s4, half@rel32@lo+4
  s_addc_u32 s5, s5, half@rel32@hi+12
  s_swappc_b64 s[30:31], s[4:5]
  s_endpgm
end scale
entry sum
  s_load_dword s0, s[0:1], 0x0
  v_mov_b32 v0, s0
  s_waitcnt vmcnt(0)
  s_endpgm
end sum
.rodata
.p2align 6
.amdhsa_kernel scale
  .amdhsa_next_free_vgpr 8
  .amdhsa_next_free_sgpr 40
.end_amdhsa_kernel
.amdhsa_kernel sum
  .amdhsa_next_free_vgpr 8
  .amdhsa_next_free_sgpr 40
.end_amdhsa_kernel
