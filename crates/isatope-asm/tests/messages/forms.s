// gfx900 llvm
global_load_dword v1, v2, off
global_load_dword v1, v[2:4], off
global_load_dword v1, v[2:3], 0
global_load_dword v1, v2, s4
global_load_dword v1, v[2:3], s[4:5]
global_store_dword v2, v1, off
scratch_load_dword v1, v[2:3], off
v_addc_co_u32 v0, v1, v2, vcc
v_mad_u64_u32 v[0:1], v2, v3, v[4:5]
v_cmp_eq_u32 vcc, v0
exp mrt9 v0, v1, v2, v3
v_add_f32 v1, 1.5, 2.5
v_add_f32 v1, v2, 0x12345678
