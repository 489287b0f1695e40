// gfx900 llvm
s_waitcnt vcnt(0)
s_getreg_b32 s0, hwreg(HW_REG_MOD)
s_sendmsg sendmsg(MSG_GZ, GS_OP_EMIT)
v_add_f32 v0, v1, v2 offset:4
.p2align 99
.p2alignl 3.5
.amdgcn_target "amdgcn-amd-amdhsa--gfx9000"
loop_start:
s_branch loop_strat
.amdhsa_kernel k
.amdhsa_next_free_vgprs 4
.amdhsa_next_free_sgpr 4
.end_amdhsa_kernel
.amdhsa_next_free_vgpr 4
.macro again n
again \n
.endm
again 7
.rept 2
s_nop 0
