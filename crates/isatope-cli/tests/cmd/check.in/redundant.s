s_load_dword s0, s[4:5], 0x0
global_load_dword v0, v1, s[2:3]
s_waitcnt vmcnt(0) lgkmcnt(0)
s_nop 0
v_mov_b32 v2, s0
s_waitcnt vmcnt(0)
v_mov_b32 v3, v0
s_nop 3
v_mov_b32 v4, v3
s_waitcnt expcnt(0)
v_readfirstlane_b32 s8, v4
s_nop 4
buffer_store_dword v0, off, s[8:11], 0
s_endpgm
