.globl k
.type k,@function
k:
s_mov_b32 s0, elsewhere
s_load_dword s1, s[4:5], 0
s_add_u32 s0, s0, s1
s_endpgm
