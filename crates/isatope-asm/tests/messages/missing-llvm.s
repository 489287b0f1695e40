// gfx900 llvm
// The operand that is missing, in forms that may leave out another one.
global_load_dword v2, v0
global_load_dword v2, v[0:1]
buffer_load_dword v0, v1, s[0:3]
buffer_store_dword v0, off, s[0:3]
v_add_f32_e32 v0, v1
v_cvt_f32_u32 v0
v_mov_b32 v0
v_mac_f32 v0, v1
v_add_f32 v0, v1, r2
s_waitcnt vmcount(0)
s_add_u32 s0, s1
