// Code that breaks a rule, and code beside it that does not. `// bad RULE` names the only rule that is reported.
// `hazards.out` has the reports; `UPDATE=1 cargo test -p isatope --test all hazards` writes it.

// --- VALU writes SGPR, VMEM reads it ---
// target gfx900
// bad sgpr_to_vmem
v_readfirstlane_b32 s4, v1
buffer_store_dword v0, off, s[0:3], s4
s_endpgm
// ok
v_readfirstlane_b32 s4, v1
s_nop 4
buffer_store_dword v0, off, s[0:3], s4
s_endpgm
// ok
v_readfirstlane_b32 s4, v1
v_mov_b32 v2, 0
s_mov_b32 s5, 0
v_mov_b32 v3, 0
s_nop 1
global_load_dword v4, v2, s[4:5]
s_endpgm
// ok
s_mov_b32 s4, 0
buffer_store_dword v0, off, s[0:3], s4
s_endpgm
// ok
v_readfirstlane_b32 s4, v1
s_mov_b32 s4, 0
buffer_store_dword v0, off, s[0:3], s4
s_endpgm

// --- Lane select ---
// target gfx803
// bad lane_select
v_readfirstlane_b32 s2, v5
v_readlane_b32 s3, v1, s2
s_endpgm
// ok
v_readfirstlane_b32 s2, v5
s_nop 3
v_readlane_b32 s3, v1, s2
s_endpgm
// ok
s_mov_b32 s2, 7
v_readlane_b32 s3, v1, s2
s_endpgm
// ok
v_readfirstlane_b32 s2, v5
v_writelane_b32 v1, s2, 3
s_endpgm

// --- v_div_fmas ---
// target gfx700
// bad vcc_to_div_fmas
v_div_scale_f32 v4, vcc, v0, v1, v0
v_fma_f32 v5, v2, v3, v4
v_div_fmas_f32 v6, v5, v3, v4
s_endpgm
// ok
v_div_scale_f32 v4, vcc, v0, v1, v0
v_fma_f32 v5, v2, v3, v4
s_nop 2
v_div_fmas_f32 v6, v5, v3, v4
s_endpgm
// ok
s_mov_b64 vcc, s[4:5]
v_div_fmas_f32 v6, v5, v3, v4
s_endpgm

// --- Store of more than 64 bits, data overwritten ---
// target gfx803
// bad wide_store_data
flat_store_dwordx4 v[0:1], v[2:5]
v_mov_b32 v4, 0
s_endpgm
// ok
flat_store_dwordx4 v[0:1], v[2:5]
s_nop 0
v_mov_b32 v4, 0
s_endpgm
// ok
flat_store_dwordx4 v[0:1], v[2:5]
v_mov_b32 v6, 0
s_endpgm
// ok
flat_store_dwordx4 v[0:1], v[2:5]
v_mov_b32 v0, 0
s_endpgm
// ok
flat_store_dwordx2 v[0:1], v[2:3]
v_mov_b32 v3, 0
s_endpgm
// ok
buffer_store_dwordx4 v[2:5], off, s[4:7], s8
v_mov_b32 v3, 0
s_endpgm
// ok
flat_store_dwordx4 v[0:1], v[2:5]
flat_load_dwordx4 v[2:5], v[6:7]
s_endpgm

// --- DPP source ---
// target gfx906
// bad vgpr_to_dpp
v_add_f32 v1, v2, v3
v_add_f32_dpp v4, v1, v5 row_shr:1 row_mask:0xf bank_mask:0xf
s_endpgm
// bad vgpr_to_dpp
v_add_f32 v1, v2, v3
v_mov_b32 v9, 0
v_add_f32_dpp v4, v1, v5 row_shr:1 row_mask:0xf bank_mask:0xf
s_endpgm
// ok
v_add_f32 v1, v2, v3
s_nop 1
v_add_f32_dpp v4, v1, v5 row_shr:1 row_mask:0xf bank_mask:0xf
s_endpgm
// ok
global_load_dword v1, v[2:3], off
s_waitcnt vmcnt(0)
v_mov_b32_dpp v4, v1 row_shr:1 row_mask:0xf bank_mask:0xf
s_endpgm

// --- EXEC before DPP ---
// target gfx803
// bad exec_to_dpp
v_cmpx_eq_i32_e32 vcc, v0, v1
v_mov_b32_dpp v4, v2 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
s_endpgm
// ok
v_cmpx_eq_i32_e32 vcc, v0, v1
s_nop 4
v_mov_b32_dpp v4, v2 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
s_endpgm
// ok
s_mov_b64 exec, s[2:3]
v_mov_b32_dpp v4, v2 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
s_endpgm

// --- Hardware registers ---
// target gfx803
// bad setreg_to_getreg
s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 4), 3
s_getreg_b32 s0, hwreg(HW_REG_MODE)
s_endpgm
// bad setreg_to_setreg
s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 4), 3
s_nop 0
s_setreg_b32 hwreg(HW_REG_MODE, 4, 2), s1
s_endpgm
// ok
s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 4), 3
s_nop 1
s_getreg_b32 s0, hwreg(HW_REG_MODE)
s_endpgm
// ok
s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 4), 3
s_getreg_b32 s0, hwreg(HW_REG_TRAPSTS)
s_endpgm
// ok
s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 4), 3
v_add_f32 v0, v1, v2
s_endpgm

// --- M0 and messages ---
// target gfx803
// bad m0_to_message
s_mov_b32 m0, s0
s_sendmsg sendmsg(MSG_INTERRUPT)
s_endpgm
// ok
s_mov_b32 m0, s0
s_nop 0
s_sendmsg sendmsg(MSG_INTERRUPT)
s_endpgm
// ok
s_mov_b32 m0, -1
ds_write_b32 v0, v1
s_endpgm

// --- M0 and s_movrel ---
// target gfx900
// bad m0_to_movrel
s_mov_b32 m0, s0
s_movrels_b32 s1, s2
s_endpgm
// ok
s_mov_b32 m0, s0
s_nop 0
s_movrels_b32 s1, s2
s_endpgm
// target gfx803
// ok
s_mov_b32 m0, s0
s_movrels_b32 s1, s2
s_endpgm

// --- VCCZ as an operand, and as a branch condition ---
// target gfx900
// bad vccz_operand
v_cmp_eq_u32_e32 vcc, v0, v1
v_mov_b32 v2, src_vccz
s_endpgm
// ok
v_cmp_eq_u32_e32 vcc, v0, v1
s_nop 4
v_mov_b32 v2, src_vccz
s_endpgm
// ok
v_cmp_eq_u32_e32 vcc, v0, v1
s_cbranch_vccz .Lend
v_mov_b32 v2, 0
.Lend:
s_endpgm

// --- SI: SGPR into SMRD ---
// target gfx600
// bad sgpr_to_smem
v_readfirstlane_b32 s2, v0
s_load_dword s4, s[2:3], 0x0
s_endpgm
// ok
v_readfirstlane_b32 s2, v0
s_nop 3
s_load_dword s4, s[2:3], 0x0
s_endpgm
// bad descriptor_to_smem
s_mov_b32 s7, 0
s_buffer_load_dword s8, s[4:7], 0x0
s_endpgm
// ok
s_mov_b32 s3, 0
s_load_dword s4, s[2:3], 0x0
s_endpgm
// target gfx700
// ok
v_readfirstlane_b32 s2, v0
s_load_dword s4, s[2:3], 0x0
s_endpgm

// --- Loads: the basic waits ---
// target gfx900
// bad memory
global_load_dword v0, v[2:3], off
v_add_f32 v1, v0, v0
s_endpgm
// bad memory
global_load_dword v0, v[2:3], off
global_load_dword v1, v[4:5], off
s_waitcnt vmcnt(1)
v_add_f32 v6, v0, v1
s_endpgm
// ok
global_load_dword v0, v[2:3], off
global_load_dword v1, v[4:5], off
s_waitcnt vmcnt(1)
v_add_f32 v6, v0, v0
s_endpgm
// ok
global_load_dword v0, v[2:3], off
global_store_dword v[4:5], v6, off
s_waitcnt vmcnt(1)
v_add_f32 v7, v0, v0
s_endpgm
// bad scalar_memory
s_load_dword s0, s[4:5], 0x0
s_load_dword s1, s[4:5], 0x4
s_waitcnt lgkmcnt(1)
s_add_u32 s2, s0, 1
s_endpgm
// ok
s_load_dword s0, s[4:5], 0x0
s_load_dword s1, s[4:5], 0x4
s_waitcnt lgkmcnt(0)
s_add_u32 s2, s0, s1
s_endpgm
// ok
ds_read_b32 v0, v2
ds_read_b32 v1, v2 offset:4
s_waitcnt lgkmcnt(1)
v_add_f32 v3, v0, v0
s_endpgm
// bad lds
ds_read_b32 v0, v2
s_load_dword s0, s[4:5], 0x0
s_waitcnt lgkmcnt(1)
v_add_f32 v3, v0, v0
s_endpgm
// bad memory
global_load_dword v0, v[2:3], off
v_mov_b32 v0, 0
s_endpgm
// ok
global_load_dword v0, v[2:3], off
global_load_dword v0, v[4:5], off
s_waitcnt vmcnt(0)
v_mov_b32 v1, v0
s_endpgm

// --- expcnt ---
// target gfx600
// bad late_store_data
buffer_store_dword v0, off, s[0:3], 0
v_mov_b32 v0, 1
s_endpgm
// ok
buffer_store_dword v0, off, s[0:3], 0
s_waitcnt expcnt(0)
v_mov_b32 v0, 1
s_endpgm
// bad late_store_data
buffer_atomic_add v0, off, s[0:3], 0
v_mov_b32 v0, 1
s_endpgm
// bad late_store_data
image_atomic_add v0, v[2:5], s[0:7] dmask:0x1 unorm
v_mov_b32 v0, 1
s_endpgm
// ok: an atomic counts whether it returns what was there or not; LLVM 19 writes this
buffer_store_dword v0, off, s[0:3], 0
buffer_atomic_add v5, off, s[0:3], 0
s_waitcnt expcnt(1)
v_mov_b32 v0, 1
s_endpgm
// ok: what is stored has been read
buffer_store_dword v0, off, s[0:3], 0
s_waitcnt vmcnt(0)
v_mov_b32 v0, 1
s_endpgm
// ok
buffer_atomic_add v0, off, s[0:3], 0 glc
s_waitcnt vmcnt(0)
v_add_f32 v1, v0, v0
v_mov_b32 v0, 1
s_endpgm
// bad late_store_data
buffer_store_dword v0, off, s[0:3], 0
buffer_load_dword v1, off, s[0:3], 0
s_waitcnt lgkmcnt(0)
v_mov_b32 v0, 1
s_endpgm
// ok
buffer_store_dword v0, off, s[0:3], 0
buffer_load_dword v1, off, s[0:3], 0
s_waitcnt vmcnt(1)
v_mov_b32 v0, 1
s_endpgm
// target gfx803
// ok
buffer_store_dword v0, off, s[0:3], 0
v_mov_b32 v0, 1
s_endpgm
// bad color_export
exp mrt0 v0, v1, v2, v3 done vm
v_mov_b32 v0, 1
s_endpgm
// ok
exp mrt0 v0, v1, v2, v3 done vm
s_waitcnt expcnt(0)
v_mov_b32 v0, 1
s_endpgm

// --- FLAT on VI ---
// target gfx803
// ok
flat_load_dword v0, v[2:3]
s_waitcnt vmcnt(0)
v_add_f32 v1, v0, v0
s_endpgm
// bad memory
flat_load_dword v0, v[2:3]
s_waitcnt lgkmcnt(0)
v_add_f32 v1, v0, v0
s_endpgm

// --- Barrier and end ---
// target gfx900
// bad barrier
ds_write_b32 v0, v1
s_barrier
s_endpgm
// ok
ds_write_b32 v0, v1
s_waitcnt lgkmcnt(0)
s_barrier
ds_read_b32 v2, v3
s_waitcnt lgkmcnt(0)
global_store_dword v[4:5], v2, off
s_endpgm

// --- VCCZ bug ---
// target gfx700
// bad vccz_scalar_load
v_cmp_eq_u32_e32 vcc, v0, v1
s_load_dword s0, s[4:5], 0x0
s_cbranch_vccz .Lb
v_mov_b32 v2, 0
.Lb:
s_endpgm
// ok
v_cmp_eq_u32_e32 vcc, v0, v1
s_load_dword s0, s[4:5], 0x0
s_waitcnt lgkmcnt(0)
s_mov_b64 vcc, vcc
s_cbranch_vccz .Lc
v_mov_b32 v2, 0
.Lc:
s_endpgm
// ok
s_mov_b32 m0, -1
v_cmp_eq_u32_e32 vcc, v0, v1
s_load_dword s0, s[4:5], 0x0
s_waitcnt lgkmcnt(0)
ds_write_b32 v0, v1
s_mov_b64 vcc, vcc
s_cbranch_vccz .Lc
v_mov_b32 v2, 0
.Lc:
s_endpgm

// --- Over a loop edge ---
// target gfx900
// bad sgpr_to_vmem
s_mov_b32 s4, 0
.Lloop:
buffer_store_dword v0, off, s[0:3], s4
v_add_u32 v0, v0, v1
s_sub_u32 s5, s5, 1
s_cmp_lg_u32 s5, 0
v_readfirstlane_b32 s4, v0
s_cbranch_scc1 .Lloop
s_endpgm
// ok
s_mov_b32 s4, 0
.Lloop2:
buffer_store_dword v0, off, s[0:3], s4
v_add_u32 v0, v0, v1
v_readfirstlane_b32 s4, v0
s_sub_u32 s5, s5, 1
s_cmp_lg_u32 s5, 0
s_nop 1
s_cbranch_scc1 .Lloop2
s_endpgm

// --- Out-of-range s_nop on SI ---
// target gfx600
// ok
v_cmp_eq_u32_e32 vcc, v0, v1
s_nop 3
v_div_fmas_f32 v6, v5, v3, v4
s_endpgm
// bad vcc_to_div_fmas
v_cmp_eq_u32_e32 vcc, v0, v1
s_nop 8
v_div_fmas_f32 v6, v5, v3, v4
s_endpgm

// --- M0 for LDS, partial VCC ---
// target gfx803
// bad lds_limit
ds_read_b32 v0, v1
s_waitcnt lgkmcnt(0)
s_endpgm
// ok
s_mov_b32 m0, -1
ds_read_b32 v0, v1
s_waitcnt lgkmcnt(0)
s_endpgm
// bad vccz_half
s_mov_b32 vcc_lo, 0
s_cbranch_vccz .Ld
s_nop 0
.Ld:
s_endpgm
// ok
s_mov_b64 vcc, 0
s_cbranch_vccz .Le
s_nop 0
.Le:
s_endpgm

// --- XNACK ---
// target gfx900 xnack
// bad scalar_clause
s_load_dwordx2 s[4:5], s[4:5], 0x0
s_waitcnt lgkmcnt(0)
s_endpgm
// ok
s_load_dwordx2 s[6:7], s[4:5], 0x0
s_waitcnt lgkmcnt(0)
s_endpgm
// ok: a load of one register cannot be interrupted
s_load_dword s6, s[6:7], 0x0
s_waitcnt lgkmcnt(0)
s_endpgm
// bad scalar_clause
s_load_dword s6, s[6:7], 0x0
s_load_dword s8, s[10:11], 0x0
s_endpgm
// ok
s_load_dword s6, s[6:7], 0x0
s_nop 0
s_load_dword s8, s[10:11], 0x0
s_endpgm

// --- EXECZ as an operand ---
// target gfx900
// bad execz_operand
v_cmpx_eq_u32_e32 vcc, v0, v1
v_mov_b32 v2, src_execz
s_endpgm
// ok
v_cmpx_eq_u32_e32 vcc, v0, v1
s_nop 4
v_mov_b32 v2, src_execz
s_endpgm

// --- The global data share ---
// bad gds
s_mov_b32 m0, 0x100
s_nop 0
ds_read_b32 v0, v1 gds
v_mov_b32 v2, v0
s_endpgm
// bad gds_data
s_mov_b32 m0, 0x100
s_nop 0
ds_write_b32 v0, v1 gds
v_mov_b32 v1, 0
s_endpgm
// ok
s_mov_b32 m0, 0x100
s_nop 0
ds_read_b32 v0, v1 gds
s_waitcnt expcnt(0) lgkmcnt(0)
v_mov_b32 v1, v0
s_endpgm

// --- Positions and parameters ---
// bad position_export
exp pos0 v0, v1, v2, v3 done
v_mov_b32 v0, 0
s_endpgm
// bad parameter_export
exp param0 v0, v1, v2, v3
v_mov_b32 v3, 0
s_endpgm
// ok
exp param0 v0, v1, v2, v3
s_waitcnt expcnt(0)
v_mov_b32 v3, 0
s_endpgm

// --- The end of a geometry shader ---
// bad geometry_done
s_mov_b32 m0, s0
global_store_dword v[0:1], v2, off
s_sendmsg sendmsg(MSG_GS_DONE, GS_OP_NOP)
s_endpgm
// ok
s_mov_b32 m0, s0
global_store_dword v[0:1], v2, off
s_waitcnt vmcnt(0)
s_sendmsg sendmsg(MSG_GS_DONE, GS_OP_NOP)
s_endpgm

// --- Indexed vector registers ---
// bad gpr_index
s_set_gpr_idx_on s0, gpr_idx(SRC0)
v_mov_b32 v1, v2
v_readfirstlane_b32 s1, v0
s_set_gpr_idx_off
s_endpgm
// ok
s_set_gpr_idx_on s0, gpr_idx(SRC0)
v_mov_b32 v1, v2
s_set_gpr_idx_off
v_readfirstlane_b32 s1, v0
s_endpgm

// --- Interpolation ---
// bad m0_to_vector
s_mov_b32 m0, s0
v_interp_mov_f32_e32 v0, p0, attr0.x
s_endpgm
// ok
s_mov_b32 m0, s0
s_nop 0
v_interp_mov_f32_e32 v0, p0, attr0.x
s_endpgm
// target gfx600
// bad interp_to_readlane
s_mov_b32 m0, s0
v_interp_mov_f32_e32 v0, p0, attr0.x
v_readfirstlane_b32 s1, v0
s_endpgm
// ok
s_mov_b32 m0, s0
v_interp_mov_f32_e32 v0, p0, attr0.x
s_nop 0
v_readfirstlane_b32 s1, v0
s_endpgm

// --- Caches, returns, images ---
// target gfx900
// bad invalidate
global_load_dword v0, v[2:3], off
buffer_wbinvl1
s_waitcnt vmcnt(0)
s_endpgm
// ok
global_load_dword v0, v[2:3], off
s_waitcnt vmcnt(0)
buffer_wbinvl1
s_endpgm
// bad invalidate
buffer_load_dword v0, off, s[0:3], 0 glc
buffer_wbinvl1
s_waitcnt vmcnt(0)
s_endpgm
// ok: private memory, which no other wavefront writes, is reloaded
buffer_load_dword v0, off, s[0:3], 0
buffer_wbinvl1
s_waitcnt vmcnt(0)
s_endpgm
// bad return
global_load_dword v0, v[2:3], off
s_setpc_b64 s[30:31]
// ok: the function that is called waits
buffer_load_dword v40, off, s[0:3], s32
s_setpc_b64 s[4:5]
// ok: a store may be outstanding
global_store_dword v[2:3], v0, off
s_setpc_b64 s[30:31]
// ok: the second branch leads around the wait only where the first one leads around the load
s_cmp_eq_u32 s7, 0
s_cbranch_scc1 around
buffer_load_dword v40, v38, s[12:15], 0 offen
around:
v_mov_b32 v0, 0
s_cmp_eq_u32 s7, 0
s_cbranch_scc1 tail
s_waitcnt vmcnt(0)
v_mov_b32 v1, v40
tail:
v_mov_b32 v40, 0
s_endpgm
// ok: so does its opposite, to a far place
s_cmp_eq_u32 s7, 0
s_cbranch_scc1 around
buffer_load_dword v40, v38, s[12:15], 0 offen
around:
s_cmp_eq_u32 s7, 0
s_cbranch_scc0 go_on
s_getpc_b64 s[2:3]
here:
s_add_u32 s2, s2, tail-here
s_addc_u32 s3, s3, 0
s_setpc_b64 s[2:3]
go_on:
s_waitcnt vmcnt(0)
v_mov_b32 v1, v40
tail:
v_mov_b32 v40, 0
s_endpgm
// bad memory
s_cmp_eq_u32 s7, 0
s_cbranch_scc1 around
buffer_load_dword v40, v38, s[12:15], 0 offen
around:
s_sub_u32 s7, s7, 1
s_cmp_eq_u32 s7, 0
s_cbranch_scc1 tail
s_waitcnt vmcnt(0)
v_mov_b32 v1, v40
tail:
v_mov_b32 v40, 0
s_endpgm
// bad memory
s_cmp_eq_u32 s7, 0
s_cbranch_scc1 around
buffer_load_dword v40, v38, s[12:15], 0 offen
around:
s_cmp_eq_u32 s7, 0
s_cbranch_scc0 tail
s_waitcnt vmcnt(0)
v_mov_b32 v1, v40
tail:
v_mov_b32 v40, 0
s_endpgm
// bad memory
s_cmp_eq_u32 s7, 0
s_cbranch_scc1 around
buffer_load_dword v40, v38, s[12:15], 0 offen
around:
s_cmp_eq_u32 s7, 1
s_cbranch_scc1 tail
s_waitcnt vmcnt(0)
v_mov_b32 v1, v40
tail:
v_mov_b32 v40, 0
s_endpgm
// bad scalar_memory
s_load_dword s4, s[0:1], 0x0
s_getpc_b64 s[2:3]
here:
s_add_u32 s2, s2, far-here
s_addc_u32 s3, s3, 0
s_setpc_b64 s[2:3]
s_waitcnt lgkmcnt(0)
s_endpgm
far:
v_mov_b32 v0, s4
s_endpgm
// ok: there the wait is
s_load_dword s4, s[0:1], 0x0
s_getpc_b64 s[2:3]
here:
s_add_u32 s2, s2, far-here
s_addc_u32 s3, s3, 0
s_setpc_b64 s[2:3]
s_endpgm
far:
s_waitcnt lgkmcnt(0)
v_mov_b32 v0, s4
s_endpgm
// bad sampled
image_sample v0, v[2:3], s[0:7], s[8:11] dmask:0x1
v_mov_b32 v1, v0
s_endpgm
// bad memory
global_load_dword v0, v[2:3], off
image_sample v0, v[2:3], s[0:7], s[8:11] dmask:0x1
s_endpgm
// ok
image_sample v0, v[2:3], s[0:7], s[8:11] dmask:0x1
image_sample v0, v[4:5], s[0:7], s[8:11] dmask:0x1
s_waitcnt vmcnt(0)
v_mov_b32 v1, v0
s_endpgm

// --- Scalar stores ---
// target gfx803
// bad scalar_stores
s_store_dword s0, s[2:3], 0x0
s_endpgm
// ok
s_store_dword s0, s[2:3], 0x0
s_dcache_wb
s_endpgm

// --- Hardware registers of the trap handler, and VSKIP ---
// bad read_only_register
s_setreg_b32 hwreg(HW_REG_STATUS), s0
s_endpgm
// bad trap_status
s_setreg_b32 hwreg(HW_REG_TRAPSTS), s0
s_rfe_b64 s[0:1]
// ok
s_setreg_b32 hwreg(HW_REG_TRAPSTS), s0
s_nop 0
s_rfe_b64 s[0:1]
// bad vskip_to_vector
s_setvskip s0, 0
v_mov_b32 v0, 0
s_endpgm
// bad vskip_to_getreg
s_setvskip s0, 0
s_getreg_b32 s1, hwreg(HW_REG_MODE)
s_endpgm
// ok
s_setvskip s0, 0
s_nop 1
v_mov_b32 v0, 0
s_endpgm

// --- Rules that sources dispute ---
// target gfx803 strict
// bad flat_lds
flat_load_dword v0, v[2:3]
s_waitcnt vmcnt(0)
v_add_f32 v1, v0, v0
s_endpgm
// ok
flat_load_dword v0, v[2:3]
s_waitcnt vmcnt(0) lgkmcnt(0)
v_add_f32 v1, v0, v0
s_endpgm
// bad vgpr_to_dpp_other
v_mov_b32 v5, 0
v_add_f32_dpp v4, v1, v5 row_shr:1 row_mask:0xf bank_mask:0xf
s_endpgm
// target gfx700 strict
// bad sgpr_to_vmem
v_readfirstlane_b32 s4, v1
buffer_store_dword v0, off, s[0:3], s4
s_endpgm
// target gfx803
// ok
v_mov_b32 v5, 0
v_add_f32_dpp v4, v1, v5 row_shr:1 row_mask:0xf bank_mask:0xf
s_endpgm
// target gfx900 strict
// bad memory
buffer_load_dword v2, off, s[0:3], 0
flat_load_dword v2, v[0:1]
s_waitcnt vmcnt(0) lgkmcnt(0)
v_mov_b32 v3, v2
s_endpgm
// ok
buffer_load_dword v2, off, s[0:3], 0
s_waitcnt vmcnt(0)
flat_load_dword v2, v[0:1]
s_waitcnt vmcnt(0) lgkmcnt(0)
v_mov_b32 v3, v2
s_endpgm
// target gfx900
// ok
buffer_load_dword v2, off, s[0:3], 0
flat_load_dword v2, v[0:1]
s_waitcnt vmcnt(0) lgkmcnt(0)
v_mov_b32 v3, v2
s_endpgm

// --- Runs of vector memory instructions ---
// target gfx900 xnack strict
// bad vector_clause
global_load_dword v2, v[2:3], off
s_waitcnt vmcnt(0)
s_endpgm
// target gfx900 xnack
// ok: compilers let a load that is alone overwrite its address
global_load_dword v2, v[2:3], off
s_load_dword s4, s[4:5], 0x0
s_waitcnt vmcnt(0) lgkmcnt(0)
s_endpgm
// bad vector_clause
global_load_dword v2, v[2:3], off
global_load_dword v4, v[6:7], off
s_endpgm
// bad vector_clause
global_load_dword v0, v[2:3], off
global_store_dword v[4:5], v6, off
s_endpgm
// bad vector_clause
global_load_dword v0, v[2:3], off
global_load_dword v2, v[4:5], off
s_endpgm
// ok: LLVM divides a run of stores and loads only after the first load
buffer_store_dword v0, off, s[0:3], 0 offset:4
buffer_load_dword v0, off, s[0:3], 0 offset:8
s_endpgm
// ok
global_store_dword v[2:3], v4, off
global_load_dword v4, v[6:7], off
s_endpgm
// bad vector_clause
buffer_store_dword v0, off, s[0:3], 0 offset:4
buffer_load_dword v0, off, s[0:3], 0 offset:8
buffer_load_dword v1, off, s[0:3], 0 offset:12
s_endpgm
// bad vector_clause
// An atomic that returns.
global_atomic_add v4, v[6:7], v5, off glc
global_store_dword v[2:3], v8, off
s_endpgm
// bad vector_clause
global_atomic_add v5, v[6:7], v5, off glc
global_load_dword v8, v[10:11], off
s_endpgm
// ok: one that does not
global_atomic_add v[6:7], v5, off
global_store_dword v[2:3], v8, off
s_endpgm
// target gfx900 xnack strict
// bad vector_clause
global_store_dword v[2:3], v4, off
global_load_dword v4, v[6:7], off
s_endpgm
// bad vector_clause
buffer_store_dword v0, off, s[0:3], 0 offset:4
buffer_load_dword v0, off, s[0:3], 0 offset:8
s_nop 0
buffer_load_dword v1, off, s[0:3], 0 offset:12
s_endpgm
// target gfx900 xnack
// ok
global_load_dword v0, v[2:3], off
s_nop 0
global_store_dword v[4:5], v6, off
s_nop 0
global_load_dword v4, v[2:3], off
s_endpgm

// --- Loads that keep half of a register ---
// target gfx900
// ok: both loads write in turn
global_load_ushort v0, v[2:3], off
global_load_short_d16_hi v0, v[4:5], off
s_waitcnt vmcnt(0)
v_mov_b32 v1, v0
s_endpgm
// bad memory
global_load_ushort v1, v[4:5], off
global_load_short_d16_hi v1, v[1:2], off
s_endpgm
// bad lds
ds_read_b32 v3, v4
ds_read_u16_d16_hi v3, v3
s_endpgm
// bad memory
buffer_load_dword v1, v5, s[12:15], 0 offen
buffer_load_short_d16_hi v1, v1, s[12:15], 0 offen
s_endpgm

// --- Relative moves: the first register of the group ---
// target gfx803
// bad scalar_memory
s_mov_b32 m0, 2
s_load_dword s11, s[4:5], 0x0
s_nop 0
s_movrels_b32 s7, s11
s_endpgm
// ok
s_mov_b32 m0, 2
s_load_dword s11, s[4:5], 0x0
s_waitcnt lgkmcnt(0)
s_movrels_b32 s7, s11
s_endpgm
// bad scalar_memory
s_mov_b32 m0, 2
s_load_dwordx2 s[10:11], s[4:5], 0x0
s_nop 0
s_movreld_b64 s[10:11], s[6:7]
s_endpgm
// bad memory
s_mov_b32 m0, 0
buffer_load_dword v6, v0, s[4:7], 0 offen
v_movrels_b32 v2, v6
s_endpgm
// bad memory
s_mov_b32 m0, 0
buffer_load_dword v6, v0, s[4:7], 0 offen
v_movreld_b32 v6, v1
s_endpgm
// bad memory
s_mov_b32 m0, 0
buffer_load_dword v6, v0, s[4:7], 0 offen
v_movrelsd_b32 v6, v1
s_endpgm
// ok: which registers it accesses beside the first one is not known
s_mov_b32 m0, 0
buffer_load_dword v6, v0, s[4:7], 0 offen
v_movrels_b32 v2, v1
s_endpgm

// --- A called function waits for what its caller has started ---
// target gfx900
// bad memory
.text
.globl k
.p2align 8
.type k,@function
k:
s_mov_b64 s[4:5], 0
v_mov_b32 v2, 0
v_mov_b32 v3, 0
global_load_dword v1, v[2:3], off
s_getpc_b64 s[8:9]
s_add_u32 s8, s8, f@rel32@lo+4
s_addc_u32 s9, s9, f@rel32@hi+12
s_swappc_b64 s[30:31], s[8:9]
s_endpgm
.Lend:
.size k, .Lend-k
.type f,@function
f:
v_mov_b32 v0, v1
s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
s_setpc_b64 s[30:31]
.Lendf:
.size f, .Lendf-f
.rodata
.p2align 6
.amdhsa_kernel k
.amdhsa_next_free_vgpr 8
.amdhsa_next_free_sgpr 40
.end_amdhsa_kernel
// ok
.text
.globl k
.p2align 8
.type k,@function
k:
s_mov_b64 s[4:5], 0
v_mov_b32 v2, 0
v_mov_b32 v3, 0
global_load_dword v1, v[2:3], off
s_getpc_b64 s[8:9]
s_add_u32 s8, s8, f@rel32@lo+4
s_addc_u32 s9, s9, f@rel32@hi+12
s_swappc_b64 s[30:31], s[8:9]
s_endpgm
.Lend:
.size k, .Lend-k
.type f,@function
f:
s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
v_mov_b32 v0, v1
s_setpc_b64 s[30:31]
.Lendf:
.size f, .Lendf-f
.rodata
.p2align 6
.amdhsa_kernel k
.amdhsa_next_free_vgpr 8
.amdhsa_next_free_sgpr 40
.end_amdhsa_kernel
// ok: nothing is known after a call
.text
.globl k
.p2align 8
.type k,@function
k:
s_mov_b64 s[4:5], 0
v_mov_b32 v2, 0
v_mov_b32 v3, 0
global_load_dword v1, v[2:3], off
s_getpc_b64 s[8:9]
s_add_u32 s8, s8, f@rel32@lo+4
s_addc_u32 s9, s9, f@rel32@hi+12
s_swappc_b64 s[30:31], s[8:9]
v_mov_b32 v0, v1
s_endpgm
.Lend:
.size k, .Lend-k
.type f,@function
f:
s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
s_setpc_b64 s[30:31]
.Lendf:
.size f, .Lendf-f
.rodata
.p2align 6
.amdhsa_kernel k
.amdhsa_next_free_vgpr 8
.amdhsa_next_free_sgpr 40
.end_amdhsa_kernel
// bad memory
.text
.globl k
.p2align 8
.type k,@function
k:
s_mov_b64 s[4:5], 0
v_mov_b32 v2, 0
v_mov_b32 v3, 0
global_load_dword v1, v[2:3], off
s_call_b64 s[30:31], f
s_endpgm
.Lend:
.size k, .Lend-k
.type f,@function
f:
v_mov_b32 v0, v1
s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
s_setpc_b64 s[30:31]
.Lendf:
.size f, .Lendf-f
.rodata
.p2align 6
.amdhsa_kernel k
.amdhsa_next_free_vgpr 8
.amdhsa_next_free_sgpr 40
.end_amdhsa_kernel
// bad memory
.text
.globl k
.p2align 8
.type k,@function
k:
s_mov_b64 s[4:5], 0
v_mov_b32 v2, 0
v_mov_b32 v3, 0
global_load_dword v1, v[2:3], off
s_getpc_b64 s[8:9]
s_add_u32 s8, s8, f@rel32@lo+4
s_addc_u32 s9, s9, f@rel32@hi+12
s_swappc_b64 s[30:31], s[8:9]
s_endpgm
.Lend:
.size k, .Lend-k
.type f,@function
f:
s_mov_b64 s[34:35], s[30:31]
s_getpc_b64 s[10:11]
s_add_u32 s10, s10, g@rel32@lo+4
s_addc_u32 s11, s11, g@rel32@hi+12
s_swappc_b64 s[30:31], s[10:11]
s_mov_b64 s[30:31], s[34:35]
s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
s_setpc_b64 s[30:31]
.Lendf:
.size f, .Lendf-f
.type g,@function
g:
v_mov_b32 v0, v1
s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
s_setpc_b64 s[30:31]
.Lendg:
.size g, .Lendg-g
.rodata
.p2align 6
.amdhsa_kernel k
.amdhsa_next_free_vgpr 8
.amdhsa_next_free_sgpr 40
.end_amdhsa_kernel
// bad memory
image_sample v0, v[2:3], s[0:7], s[8:11] dmask:0x1
s_waitcnt vmcnt(0)
global_load_ushort v0, v[2:3], off
global_atomic_add v0, v[4:5], v0, off glc
s_endpgm

// --- A wait is one wait state, however long it takes ---
// bad sgpr_to_vmem
v_readfirstlane_b32 s4, v1
s_waitcnt lgkmcnt(0)
buffer_store_dword v0, off, s[0:3], s4
s_endpgm

// --- Other wide stores ---
// target gfx600
// bad late_store_data
buffer_store_dwordx4 v[2:5], off, s[4:7], 0
v_mov_b32 v3, 0
s_endpgm
// target gfx803
// bad wide_store_data
buffer_store_dwordx4 v[2:5], off, s[4:7], 0
v_mov_b32 v3, 0
s_endpgm
// bad wide_store_data
tbuffer_store_format_xyzw v[2:5], off, s[4:7], dfmt:14, nfmt:7, 0
v_mov_b32 v3, 0
s_endpgm
// bad wide_store_data
flat_atomic_cmpswap_x2 v[0:1], v[2:5]
v_mov_b32 v5, 0
s_endpgm
// bad wide_store_data
image_store v[2:5], v[6:9], s[4:11] dmask:0xf unorm r128
v_mov_b32 v3, 0
s_endpgm
// ok: the resource has 256 bits
image_store v[2:5], v[6:9], s[4:11] dmask:0xf unorm
v_mov_b32 v3, 0
s_endpgm
// target gfx900
// ok: halves take two registers
buffer_store_format_d16_xyzw v[2:3], off, s[4:7], 0
v_mov_b32 v3, 0
s_endpgm
// bad wide_store_data
global_store_dwordx3 v[0:1], v[2:4], off
v_add_f32 v4, v0, v0
s_endpgm

// --- Hardware registers before gcn1.2, and bits of MODE ---
// target gfx700
// ok
s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 4), 3
s_nop 0
s_setreg_b32 hwreg(HW_REG_MODE, 4, 2), s1
s_endpgm
// bad setreg_to_setreg
s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 4), 3
s_setreg_b32 hwreg(HW_REG_MODE, 4, 2), s1
s_endpgm
// target gfx700 strict
// bad setreg_to_setreg
s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 4), 3
s_nop 0
s_setreg_b32 hwreg(HW_REG_MODE, 4, 2), s1
s_endpgm
// bad m0_to_message
s_mov_b32 m0, s0
s_sendmsg sendmsg(MSG_INTERRUPT)
s_endpgm
// target gfx900
// bad vskip_to_vector
s_setreg_imm32_b32 hwreg(HW_REG_MODE, 28, 1), 1
global_store_dword v[0:1], v2, off
s_endpgm

// --- M0 as an address ---
// bad m0_to_vector
s_mov_b32 m0, 0
buffer_load_dword off, s[0:3], 0 lds
s_endpgm
// bad m0_to_vector
s_mov_b32 m0, 0
ds_write_addtid_b32 v0
s_endpgm
// bad m0_address
s_movrels_b32 s1, s2
s_endpgm
// bad gds_limits
ds_read_b32 v0, v1 gds
s_endpgm
// target gfx803
// ok
s_mov_b32 m0, 0
buffer_load_dword off, s[0:3], 0 lds
s_endpgm

// --- What looks like a hazard, and is none ---
// target gfx900
// ok
v_readfirstlane_b32 s4, v1
v_add_u32 v2, s4, v3
v_cmp_eq_u32_e32 vcc, v0, v1
v_cndmask_b32_e32 v2, v3, v4, vcc
v_cmp_eq_u32_e64 s[6:7], v0, v1
v_addc_co_u32_e64 v2, s[6:7], v3, v4, s[6:7]
s_endpgm
// ok
v_readfirstlane_b32 s4, v1
s_add_u32 s5, s4, 1
v_readfirstlane_b32 s8, v1
s_load_dword s6, s[8:9], 0x0
s_endpgm
// ok
s_mov_b32 m0, s0
v_readlane_b32 s3, v1, m0
s_mov_b32 s4, s3
global_load_dword v1, v2, s[4:5]
s_endpgm
// ok
s_mov_b64 exec, s[0:1]
v_mov_b32_dpp v4, v2 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
global_store_dword v[0:1], v4, off
s_endpgm
// ok
v_cmpx_eq_u32_e32 vcc, v0, v1
v_mov_b32 v2, v3
v_readfirstlane_b32 s0, v2
s_cbranch_execz .Lout
ds_write_b32 v2, v3
.Lout:
s_endpgm
// ok
s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 4), 3
v_add_f32 v0, v1, v2
s_set_gpr_idx_on s0, gpr_idx(SRC0)
v_mov_b32 v1, v2
s_set_gpr_idx_off
s_endpgm
// target gfx803
// ok
s_mov_b32 m0, s0
ds_write_b32 v0, v1
v_mov_b32 v0, 0
s_movrels_b32 s1, s2
v_movrels_b32 v1, v2
s_endpgm

// --- Writes of what an operation writes later ---
// target gfx900
// bad lds
ds_read_b32 v0, v1
v_mov_b32 v0, 0
s_endpgm
// bad scalar_memory
s_load_dword s0, s[4:5], 0x0
s_load_dword s0, s[4:5], 0x4
s_endpgm
// ok: the local data share answers in order
ds_read_b32 v0, v1
ds_read_b32 v0, v2
s_waitcnt lgkmcnt(0)
v_mov_b32 v1, v0
s_endpgm
// bad color_export
exp mrt0 v0, v1, v2, v3 done vm
s_mov_b64 exec, s[0:1]
s_endpgm
// ok: what is read at once may be overwritten
global_store_dword v[0:1], v2, off
ds_write_b32 v0, v2
v_mov_b32 v0, 0
v_mov_b32 v1, 0
v_mov_b32 v2, 0
s_endpgm

// --- Two names of VCC ---
// target gfx900 strict
// bad vcc_by_number
v_cmp_eq_u32_e32 vcc, v0, v1
v_add_u32 v2, vcc_lo, v3
s_endpgm
// ok
v_cmp_eq_u32_e32 vcc, v0, v1
s_nop 0
v_add_u32 v2, vcc_lo, v3
s_endpgm
// ok: the number is in both
v_cmp_eq_u32_e64 vcc, v0, v1
v_add_u32 v2, vcc_lo, v3
s_endpgm
// ok: a condition is no constant
v_cmp_eq_u32_e32 vcc, v0, v1
v_cndmask_b32_e32 v2, v3, v4, vcc
s_endpgm
// target gfx900
// ok
v_cmp_eq_u32_e32 vcc, v0, v1
v_add_u32 v2, vcc_lo, v3
s_endpgm

// --- Without lanes ---
// target gfx900 strict
// bad no_lanes
s_mov_b64 exec, 0
v_readfirstlane_b32 s0, v0
s_endpgm
// ok
s_mov_b64 exec, 0
s_mov_b64 exec, -1
v_readfirstlane_b32 s0, v0
s_endpgm

// --- M0 while it is an index ---
// target gfx900
// bad gpr_index_m0
s_set_gpr_idx_on s0, gpr_idx(SRC0)
s_mov_b32 m0, s1
v_mov_b32 v1, v2
s_set_gpr_idx_off
s_endpgm
// ok
s_set_gpr_idx_on s0, gpr_idx(SRC0)
s_set_gpr_idx_idx s1
v_mov_b32 v1, v2
s_set_gpr_idx_off
s_mov_b32 m0, s1
s_endpgm

// --- Private memory ---
// bad private_address
scratch_load_dword v0, off, s0
s_endpgm
// ok
s_add_u32 flat_scratch_lo, s2, s3
s_addc_u32 flat_scratch_hi, s4, 0
scratch_load_dword v0, off, s0
s_endpgm

// --- Trap handlers ---
// bad trap_register
s_mov_b32 ttmp0, 0
s_endpgm

// --- The condition of divisions on gcn1.0 ---
// target gfx600
// bad division_condition
v_div_scale_f64 v[4:5], vcc, v[0:1], v[2:3], v[0:1]
s_nop 3
v_div_fmas_f64 v[6:7], v[8:9], v[2:3], v[4:5]
s_endpgm
// ok
v_div_scale_f64 v[4:5], vcc, v[0:1], v[2:3], v[0:1]
v_cmp_eq_u32_e32 vcc, v1, v5
s_nop 3
v_div_fmas_f64 v[6:7], v[8:9], v[2:3], v[4:5]
s_endpgm
// ok
v_div_scale_f32 v4, vcc, v0, v1, v0
s_nop 3
v_div_fmas_f32 v6, v5, v3, v4
s_endpgm

// --- Memory of the descriptor ---
// target gfx900
// bad shared_memory
.text
.globl k
.p2align 8
.type k,@function
k:
ds_write_b32 v0, v0
s_endpgm
.Lend:
.size k, .Lend-k
.rodata
.p2align 6
.amdhsa_kernel k
.amdhsa_next_free_vgpr 1
.amdhsa_next_free_sgpr 8
.end_amdhsa_kernel
// ok
.text
.globl k
.p2align 8
.type k,@function
k:
ds_write_b32 v0, v0
s_endpgm
.Lend:
.size k, .Lend-k
.rodata
.p2align 6
.amdhsa_kernel k
.amdhsa_group_segment_fixed_size 4
.amdhsa_next_free_vgpr 1
.amdhsa_next_free_sgpr 8
.end_amdhsa_kernel
// bad shared_memory
.text
.globl k
.p2align 8
.type k,@function
k:
ds_write_b32 v0, v0
s_endpgm
.Lend:
.size k, .Lend-k
.rodata
.p2align 6
.amdhsa_kernel k
.amdhsa_next_free_vgpr 1
.amdhsa_next_free_sgpr 8
.end_amdhsa_kernel
.amdgpu_metadata
---
amdhsa.version: [ 1, 1 ]
amdhsa.kernels:
  - .name: k
    .symbol: k.kd
    .group_segment_fixed_size: 4
    .private_segment_fixed_size: 0
    .kernarg_segment_size: 0
    .kernarg_segment_align: 8
    .wavefront_size: 64
    .sgpr_count: 8
    .vgpr_count: 1
    .max_flat_workgroup_size: 256
...
.end_amdgpu_metadata
// ok
.text
.globl k
.p2align 8
.type k,@function
k:
ds_write_b32 v0, v0
s_endpgm
.Lend:
.size k, .Lend-k
.rodata
.p2align 6
.amdhsa_kernel k
.amdhsa_next_free_vgpr 1
.amdhsa_next_free_sgpr 8
.end_amdhsa_kernel
.amdgpu_metadata
---
amdhsa.version: [ 1, 1 ]
amdhsa.kernels:
  - .name: k
    .symbol: k.kd
    .group_segment_fixed_size: 0
    .private_segment_fixed_size: 0
    .kernarg_segment_size: 0
    .kernarg_segment_align: 8
    .wavefront_size: 64
    .sgpr_count: 8
    .vgpr_count: 1
    .max_flat_workgroup_size: 256
...
.end_amdgpu_metadata
// bad private_memory
.text
.globl k
.p2align 8
.type k,@function
k:
s_mov_b32 s4, 0
s_add_u32 flat_scratch_lo, s4, s4
s_addc_u32 flat_scratch_hi, s4, 0
scratch_load_dword v0, off, s4
s_endpgm
.Lend:
.size k, .Lend-k
.rodata
.p2align 6
.amdhsa_kernel k
.amdhsa_next_free_vgpr 1
.amdhsa_next_free_sgpr 8
.end_amdhsa_kernel
// ok
.text
.globl k
.p2align 8
.type k,@function
k:
s_mov_b32 s4, 0
s_add_u32 flat_scratch_lo, s4, s4
s_addc_u32 flat_scratch_hi, s4, 0
scratch_load_dword v0, off, s4
s_endpgm
.Lend:
.size k, .Lend-k
.rodata
.p2align 6
.amdhsa_kernel k
.amdhsa_private_segment_fixed_size 16
.amdhsa_next_free_vgpr 1
.amdhsa_next_free_sgpr 8
.end_amdhsa_kernel

// --- Images: how many registers an address has, only the descriptor tells ---
// target gfx900
// ok
image_load v2, v0, s[0:7] dmask:0x1 unorm
image_load v3, v1, s[0:7] dmask:0x1 unorm
s_endpgm
// bad memory
image_load v1, v0, s[0:7] dmask:0x1 unorm
image_load v3, v1, s[0:7] dmask:0x1 unorm
s_endpgm
// ok
image_gather4 v[10:13], v8, s[8:15], s[0:3] dmask:0x1
image_gather4 v[10:13], v8, s[8:15], s[0:3] dmask:0x1
s_endpgm

// --- Operations of another kind do not change the order of those of one kind: ACO waits so ---
// target gfx900
// ok
ds_read_b96 v[2:4], v1
ds_read_b32 v5, v1 offset:16
s_load_dwordx4 s[12:15], s[0:1], 0x0
s_waitcnt lgkmcnt(1)
v_mov_b32 v6, v2
s_endpgm
// bad lds
ds_read_b96 v[2:4], v1
ds_read_b32 v5, v1 offset:16
s_load_dwordx4 s[12:15], s[0:1], 0x0
s_waitcnt lgkmcnt(1)
v_mov_b32 v6, v5
s_endpgm
// bad scalar_memory
s_load_dwordx4 s[12:15], s[0:1], 0x0
ds_read_b32 v4, v1
ds_read_b32 v5, v1 offset:16
s_waitcnt lgkmcnt(1)
v_mov_b32 v6, s12
s_endpgm

// --- Flat operations count as those of LDS where their results are waited for in the same way ---
// target gfx803
// ok
s_mov_b32 m0, -1
ds_read_b32 v4, v0
flat_load_dword v5, v[2:3]
s_waitcnt lgkmcnt(1)
v_mov_b32 v6, v4
s_waitcnt vmcnt(0) lgkmcnt(0)
v_mov_b32 v7, v5
s_endpgm
// bad lds
s_mov_b32 m0, -1
ds_read_b32 v4, v0
flat_load_dword v5, v[2:3]
s_waitcnt lgkmcnt(1)
v_mov_b32 v6, v4
flat_load_dword v5, v[2:3]
s_waitcnt vmcnt(0)
v_mov_b32 v7, v5
s_endpgm
// bad lds
s_mov_b32 m0, -1
ds_read_b32 v4, v0
flat_store_dword v[2:3], v5
s_waitcnt lgkmcnt(1)
v_mov_b32 v6, v4
s_endpgm

// --- The lanes of `else` are not those of `if` ---
// target gfx803
// ok
s_and_saveexec_b64 s[6:7], vcc
s_cbranch_execz .L1
buffer_load_dword v14, off, s[8:11], 0
.L1:
s_andn2_b64 exec, s[6:7], exec
v_mov_b32 v14, 0
s_mov_b64 exec, s[6:7]
s_waitcnt vmcnt(0)
v_mov_b32 v15, v14
s_endpgm
// ok
s_and_saveexec_b64 s[6:7], vcc
buffer_load_dword v14, off, s[8:11], 0
s_andn2_saveexec_b64 s[6:7], s[6:7]
v_mov_b32 v14, 0
s_waitcnt vmcnt(0)
s_endpgm
// bad memory
s_and_saveexec_b64 s[6:7], vcc
buffer_load_dword v14, off, s[8:11], 0
s_andn2_b64 exec, s[6:7], exec
v_mov_b32 v13, 0
s_mov_b64 exec, s[6:7]
v_mov_b32 v15, v14
s_endpgm
// bad memory
buffer_load_dword v14, off, s[8:11], 0
s_and_saveexec_b64 s[6:7], vcc
v_mov_b32 v13, 1
s_andn2_b64 exec, s[6:7], exec
v_mov_b32 v14, 0
s_endpgm
// bad memory
s_and_saveexec_b64 s[6:7], vcc
buffer_load_dword v14, off, s[8:11], 0
s_andn2_b64 exec, exec, s[4:5]
v_mov_b32 v14, 0
s_endpgm

// --- Masks in registers, and loops ---
// target gfx900
// ok: a loop over descriptors, as Mesa's ACO writes it: a lane of an earlier round is off in the next one
s_mov_b64 s[0:1], exec
.L2:
v_readfirstlane_b32 s3, v2
s_mov_b64 s[4:5], exec
v_cmpx_eq_i32 vcc, s3, v2
s_cbranch_execz .L3
buffer_load_dword v2, v1, s[8:11], 0 offen
.L3:
s_andn2_b64 s[4:5], s[4:5], exec
s_mov_b64 exec, s[4:5]
s_cbranch_execnz .L2
s_mov_b64 exec, s[0:1]
s_waitcnt vmcnt(0)
v_mov_b32 v5, v2
s_endpgm
// bad memory
// The loop does not leave out the lanes that have loaded.
s_mov_b64 s[0:1], exec
.L2:
v_readfirstlane_b32 s3, v2
s_mov_b64 s[4:5], exec
v_cmpx_eq_i32 vcc, s3, v2
buffer_load_dword v2, v1, s[8:11], 0 offen
s_mov_b64 exec, s[4:5]
s_cbranch_vccnz .L2
s_waitcnt vmcnt(0)
s_endpgm
// bad memory
// All lanes run again after the loop.
s_mov_b64 s[0:1], exec
.L2:
v_readfirstlane_b32 s3, v3
s_mov_b64 s[4:5], exec
v_cmpx_eq_i32 vcc, s3, v3
buffer_load_dword v2, v1, s[8:11], 0 offen
s_andn2_b64 s[4:5], s[4:5], exec
s_mov_b64 exec, s[4:5]
s_cbranch_execnz .L2
s_mov_b64 exec, s[0:1]
v_mov_b32 v5, v2
s_waitcnt vmcnt(0)
s_endpgm
// ok: `if` and `else` of LLVM, whose mask is computed before the load
s_and_saveexec_b64 s[0:1], vcc
s_xor_b64 s[0:1], exec, s[0:1]
s_cbranch_execz .L2
buffer_load_dword v2, v1, s[8:11], 0 offen
.L2:
s_or_saveexec_b64 s[0:1], s[0:1]
s_xor_b64 exec, exec, s[0:1]
v_mov_b32 v2, 0
s_or_b64 exec, exec, s[0:1]
s_waitcnt vmcnt(0)
v_mov_b32 v3, v2
s_endpgm
// bad memory
s_and_saveexec_b64 s[0:1], vcc
s_xor_b64 s[0:1], exec, s[0:1]
buffer_load_dword v2, v1, s[8:11], 0 offen
s_or_saveexec_b64 s[0:1], s[0:1]
v_mov_b32 v2, 0
s_xor_b64 exec, exec, s[0:1]
s_or_b64 exec, exec, s[0:1]
s_waitcnt vmcnt(0)
s_endpgm
// bad memory
s_and_saveexec_b64 s[0:1], vcc
s_xor_b64 s[0:1], exec, s[0:1]
buffer_load_dword v2, v1, s[8:11], 0 offen
s_or_saveexec_b64 s[0:1], s[0:1]
s_xor_b64 exec, exec, s[0:1]
v_mov_b32 v4, 0
s_or_b64 exec, exec, s[0:1]
v_mov_b32 v2, 0
s_waitcnt vmcnt(0)
s_endpgm
// ok: lanes that leave a loop stay off in it
s_mov_b64 s[0:1], 0
.L2:
v_cmp_gt_u32_e32 vcc, v0, v1
s_and_saveexec_b64 s[2:3], vcc
global_load_dword v2, v4, s[8:9]
s_or_b64 s[0:1], s[0:1], exec
s_andn2_b64 exec, s[2:3], s[0:1]
v_add_u32 v2, v2, v0
s_cbranch_execnz .L2
s_endpgm
// ok: copies, and a smaller part of the other lanes
s_mov_b64 s[2:3], exec
v_cmpx_lt_u32_e32 vcc, v0, v1
global_load_dword v2, v4, s[8:9]
s_mov_b64 s[6:7], exec
s_mov_b64 s[12:13], s[6:7]
s_andn2_b64 exec, s[2:3], s[12:13]
v_cmpx_lt_u32_e32 vcc, v4, v5
v_mov_b32 v2, 1
s_waitcnt vmcnt(0)
s_endpgm
// bad memory
// Only half of the copy is one.
s_mov_b64 s[2:3], exec
v_cmpx_lt_u32_e32 vcc, v0, v1
global_load_dword v2, v4, s[8:9]
s_mov_b64 s[6:7], exec
s_mov_b32 s7, s20
s_andn2_b64 exec, s[2:3], s[6:7]
v_mov_b32 v2, 1
s_waitcnt vmcnt(0)
s_endpgm
// bad memory
// One path to it does not turn to other lanes.
s_and_saveexec_b64 s[6:7], vcc
global_load_dword v2, v4, s[8:9]
s_cbranch_scc0 .L2
s_andn2_b64 exec, s[6:7], exec
.L2:
v_mov_b32 v2, 1
s_waitcnt vmcnt(0)
s_endpgm
// bad memory
// The lanes come back in the second round.
s_mov_b64 s[2:3], exec
.L2:
v_mov_b32 v2, 1
s_and_b64 exec, s[2:3], s[4:5]
global_load_dword v2, v4, s[8:9]
s_andn2_b64 exec, s[2:3], exec
s_cbranch_scc0 .L3
s_mov_b64 exec, s[2:3]
.L3:
s_cbranch_vccz .L2
s_endpgm
// ok
s_and_saveexec_b64 s[6:7], vcc
global_load_dword v2, v4, s[8:9]
s_andn2_wrexec_b64 s[6:7], s[6:7]
v_mov_b32 v2, 1
s_waitcnt vmcnt(0)
s_endpgm
// bad memory
s_and_saveexec_b64 s[6:7], vcc
global_load_dword v2, v4, s[8:9]
s_andn2_wrexec_b64 s[6:7], s[6:7]
s_not_b64 exec, s[6:7]
v_mov_b32 v2, 1
s_waitcnt vmcnt(0)
s_endpgm
// bad memory
// Nothing is known about the new mask.
s_and_saveexec_b64 s[6:7], vcc
global_load_dword v2, v4, s[8:9]
s_andn2_b64 exec, s[6:7], exec
s_mov_b64 exec, s[4:5]
v_mov_b32 v2, 1
s_waitcnt vmcnt(0)
s_endpgm

// --- A trap need not come back, also before padding and another kernel ---
// target gfx900
// ok
.text
.p2align 8
.globl k
.type k,@function
k:
s_trap 2
s_nop 0
s_nop 0
.Lend:
.size k, .Lend-k
.p2align 8
.globl l
.type l,@function
l:
s_endpgm
.Lendl:
.size l, .Lendl-l
.rodata
.p2align 6
.amdhsa_kernel k
.amdhsa_next_free_vgpr 1
.amdhsa_next_free_sgpr 8
.end_amdhsa_kernel
.amdhsa_kernel l
.amdhsa_next_free_vgpr 1
.amdhsa_next_free_sgpr 8
.end_amdhsa_kernel

// --- LDS that loads fill ---
// target gfx900 strict
// bad memory
s_mov_b32 m0, 0
s_nop 0
buffer_load_dword off, s[0:3], 0 lds
ds_read_b32 v1, v0
s_endpgm
// ok
s_mov_b32 m0, 0
s_nop 0
buffer_load_dword off, s[0:3], 0 lds
buffer_load_dword off, s[0:3], 0 offset:4 lds
s_waitcnt vmcnt(0)
ds_read_b32 v1, v0
s_endpgm
// bad memory
// The second one is not complete.
s_mov_b32 m0, 0
s_nop 0
buffer_load_dword off, s[0:3], 0 lds
buffer_load_dword off, s[0:3], 0 offset:4 lds
s_waitcnt vmcnt(1)
ds_read_b32 v1, v0
s_endpgm
// bad memory
s_mov_b32 m0, 0
s_nop 0
buffer_load_dword off, s[0:3], 0 lds
ds_write_b32 v0, v1
s_endpgm
// ok: they count as one operation each
s_mov_b32 m0, 0
s_nop 0
global_load_dword v2, v[4:5], off
buffer_load_dword off, s[0:3], 0 lds
s_waitcnt vmcnt(1)
v_mov_b32 v3, v2
s_endpgm
// ok: no access to memory
s_mov_b32 m0, 0
s_nop 0
buffer_load_dword off, s[0:3], 0 lds
ds_bpermute_b32 v1, v0, v2
s_endpgm
// target gfx900
// ok: the address may be another one
s_mov_b32 m0, 0
s_nop 0
buffer_load_dword off, s[0:3], 0 lds
ds_read_b32 v1, v0
s_endpgm

// --- What reads any lane does not depend on which lanes run ---
// target gfx900
// bad memory
s_and_saveexec_b64 s[6:7], vcc
global_load_dword v1, v2, s[8:9]
s_andn2_b64 exec, s[6:7], exec
v_readlane_b32 s5, v1, 3
s_endpgm
// bad memory
s_and_saveexec_b64 s[6:7], vcc
global_load_dword v1, v2, s[8:9]
s_andn2_b64 exec, s[6:7], exec
v_writelane_b32 v1, 7, 3
s_endpgm

// --- Atomics return what was there, and keep what they compare with ---
// target gfx900
// ok
buffer_atomic_cmpswap v[4:5], off, s[0:3], 0 glc
v_add_f32 v9, v5, v5
s_endpgm
// bad memory
buffer_atomic_cmpswap v[4:5], off, s[0:3], 0 glc
v_add_f32 v9, v4, v4
s_endpgm
// ok
buffer_atomic_cmpswap_x2 v[4:7], off, s[0:3], 0 glc
v_add_f32 v9, v6, v7
s_endpgm
// bad memory
buffer_atomic_cmpswap_x2 v[4:7], off, s[0:3], 0 glc
v_add_f32 v9, v5, v6
s_endpgm

// --- All registers of an operand are read: LLVM 19 waits here, too ---
// bad scalar_memory
s_load_dword s7, s[0:1], 0x0
s_buffer_load_dword s9, s[4:7], 0x0
s_waitcnt lgkmcnt(0)
s_endpgm

// --- Addresses of images have as many registers as the instruction surely needs ---
// bad memory
global_load_dword v2, v[8:9], off
image_sample_l v[4:7], v[1:4], s[0:7], s[8:11] dmask:0xf
s_waitcnt vmcnt(0)
s_endpgm
// bad memory
global_load_dword v2, v[8:9], off
image_gather4 v[4:7], v[1:2], s[0:7], s[8:11] dmask:0x1
s_waitcnt vmcnt(0)
s_endpgm
// bad memory
global_load_dword v3, v[8:9], off
image_gather4_l v[4:7], v[1:4], s[0:7], s[8:11] dmask:0x1
s_waitcnt vmcnt(0)
s_endpgm
// bad memory
global_load_dword v2, v[8:9], off
image_load_mip v[4:7], v[1:4], s[0:7] dmask:0xf unorm
s_waitcnt vmcnt(0)
s_endpgm
// bad memory
global_load_dword v2, v[8:9], off
image_load v[4:7], v[1:4], s[0:7] dmask:0xf unorm da
s_waitcnt vmcnt(0)
s_endpgm
// bad memory
global_load_dword v3, v[8:9], off
image_sample_d v[4:7], v[1:4], s[0:7], s[8:11] dmask:0xf
s_waitcnt vmcnt(0)
s_endpgm
// ok: the image may have one coordinate
global_load_dword v2, v[8:9], off
image_load v[4:7], v[1:4], s[0:7] dmask:0xf unorm
s_waitcnt vmcnt(0)
s_endpgm
// ok: two parts of the address may be in a register
global_load_dword v2, v[8:9], off
image_sample_l v[4:7], v1, s[0:7], s[8:11] dmask:0xf a16
s_waitcnt vmcnt(0)
s_endpgm
// ok
global_load_dword v2, v[8:9], off
image_get_resinfo v[4:7], v[1:4], s[0:7] dmask:0xf unorm da
s_waitcnt vmcnt(0)
s_endpgm

// --- Registers that are read although no result depends on them ---
// target gfx900
// bad scalar_memory
s_load_dwordx2 s[8:9], s[4:5], 0x0
s_dcache_discard s[8:9], 0x0
s_endpgm
// ok
s_load_dwordx2 s[8:9], s[4:5], 0x0
s_waitcnt lgkmcnt(0)
s_dcache_discard s[8:9], 0x0
s_endpgm
// bad scalar_memory
s_load_dword s10, s[4:5], 0x0
s_atc_probe 1, s[8:9], s10
s_endpgm
// bad scalar_memory
s_load_dwordx4 s[4:7], s[0:1], 0x0
tbuffer_load_format_x v2, v0, s[4:7], 0 format:[BUF_DATA_FORMAT_INVALID] offen
s_endpgm
// bad sgpr_to_vmem
v_readfirstlane_b32 s6, v1
tbuffer_load_format_x v2, v0, s[4:7], s6 format:[BUF_DATA_FORMAT_INVALID] offen
s_endpgm
// bad memory
global_load_dword v5, v[2:3], off
tbuffer_store_format_xy v[4:5], v8, s[12:15], 0 format:[BUF_DATA_FORMAT_32,BUF_NUM_FORMAT_FLOAT] offen
s_endpgm
// bad scalar_memory
s_load_dword s6, s[4:5], 0x0
s_setreg_b32 hwreg(52), s6
s_endpgm

// --- Halves with a register each, and two in a register ---
// target gfx803
// bad memory
buffer_load_format_d16_xyzw v[0:3], off, s[4:7], 0
v_mov_b32 v8, v2
s_endpgm
// bad memory
image_load v[0:4], v[8:11], s[8:15] dmask:0xf unorm tfe d16
v_mov_b32 v8, v4
s_endpgm
// bad wide_store_data
buffer_store_format_d16_xyzw v[2:5], off, s[4:7], 0
v_mov_b32 v3, 0
s_endpgm
// target gfx810
// bad memory
buffer_load_format_d16_xyzw v[0:1], off, s[4:7], 0
v_mov_b32 v8, v1
s_endpgm
// ok
buffer_load_format_d16_xyzw v[0:1], off, s[4:7], 0
v_mov_b32 v8, v2
s_waitcnt vmcnt(0)
s_endpgm
// bad memory
image_load v[0:2], v[8:11], s[8:15] dmask:0xf unorm tfe d16
v_mov_b32 v8, v2
s_endpgm
// ok
image_load v[0:2], v[8:11], s[8:15] dmask:0xf unorm tfe d16
v_mov_b32 v8, v3
s_waitcnt vmcnt(0)
s_endpgm
// ok
buffer_store_format_d16_xyzw v[2:3], off, s[4:7], 0
v_mov_b32 v3, 0
s_endpgm

// --- Full counters of operations that complete in any order ---
// target gfx900
// bad scalar_memory
s_load_dword s4, s[0:1], 0x0
s_load_dword s5, s[0:1], 0x4
s_load_dword s6, s[0:1], 0x8
s_load_dword s7, s[0:1], 0xc
s_load_dword s8, s[0:1], 0x10
s_load_dword s9, s[0:1], 0x14
s_load_dword s10, s[0:1], 0x18
s_load_dword s11, s[0:1], 0x1c
s_load_dword s12, s[0:1], 0x20
s_load_dword s13, s[0:1], 0x24
s_load_dword s14, s[0:1], 0x28
s_load_dword s15, s[0:1], 0x2c
s_load_dword s16, s[0:1], 0x30
s_load_dword s17, s[0:1], 0x34
s_load_dword s18, s[0:1], 0x38
s_load_dword s19, s[0:1], 0x3c
v_mov_b32 v0, s4
s_endpgm
// ok
s_load_dword s4, s[0:1], 0x0
s_load_dword s5, s[0:1], 0x4
s_load_dword s6, s[0:1], 0x8
s_load_dword s7, s[0:1], 0xc
s_load_dword s8, s[0:1], 0x10
s_load_dword s9, s[0:1], 0x14
s_load_dword s10, s[0:1], 0x18
s_load_dword s11, s[0:1], 0x1c
s_load_dword s12, s[0:1], 0x20
s_load_dword s13, s[0:1], 0x24
s_load_dword s14, s[0:1], 0x28
s_load_dword s15, s[0:1], 0x2c
s_load_dword s16, s[0:1], 0x30
s_load_dword s17, s[0:1], 0x34
s_load_dword s18, s[0:1], 0x38
s_load_dword s19, s[0:1], 0x3c
s_waitcnt lgkmcnt(0)
v_mov_b32 v0, s4
s_endpgm
// bad scalar_memory
s_load_dword s4, s[0:1], 0x0
ds_read_b32 v1, v0 offset:0
ds_read_b32 v2, v0 offset:4
ds_read_b32 v3, v0 offset:8
ds_read_b32 v4, v0 offset:12
ds_read_b32 v5, v0 offset:16
ds_read_b32 v6, v0 offset:20
ds_read_b32 v7, v0 offset:24
ds_read_b32 v8, v0 offset:28
ds_read_b32 v9, v0 offset:32
ds_read_b32 v10, v0 offset:36
ds_read_b32 v11, v0 offset:40
ds_read_b32 v12, v0 offset:44
ds_read_b32 v13, v0 offset:48
ds_read_b32 v14, v0 offset:52
ds_read_b32 v15, v0 offset:56
ds_read_b32 v16, v0 offset:60
s_mov_b32 s4, 5
s_endpgm

// --- Full counters and flat accesses ---
// A flat access of memory completes in the order of the others, one of LDS at any time.
// target gfx900
// bad memory
flat_load_dword v3, v[0:1]
.rept 62
global_load_dword v5, v[0:1], off
.endr
v_mov_b32 v2, v3
s_endpgm
// ok
flat_load_dword v3, v[0:1]
.rept 63
global_load_dword v5, v[0:1], off
.endr
v_mov_b32 v2, v3
s_endpgm
// ok
flat_load_dword v3, v[0:1]
.rept 63
flat_load_dword v5, v[0:1]
.endr
v_mov_b32 v2, v3
s_endpgm
// bad memory
flat_load_dword v3, v[0:1]
.rept 63
ds_read_b32 v5, v0
.endr
v_mov_b32 v2, v3
s_endpgm
// target gfx900 strict
// bad flat_lds
flat_load_dword v3, v[0:1]
.rept 16
ds_read_b32 v4, v0
.endr
.rept 64
global_load_dword v5, v[0:1], off
.endr
v_mov_b32 v2, v3
s_endpgm
// bad flat_lds
flat_load_dword v3, v[0:1]
.set later, 5
.rept 64
flat_load_dword v[later], v[0:1]
.set later, later+1
.endr
v_mov_b32 v2, v3
s_endpgm
// ok
flat_load_dword v3, v[0:1]
.rept 63
global_load_dword v5, v[0:1], off
.endr
s_waitcnt lgkmcnt(0)
v_mov_b32 v2, v3
s_endpgm
