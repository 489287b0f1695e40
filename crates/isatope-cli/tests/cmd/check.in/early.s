s_load_dword s0, s[4:5], 0x0
s_cmp_eq_u32 s2, 0
s_cbranch_scc1 later
s_waitcnt lgkmcnt(0)
later:
s_add_u32 s1, s0, 1
s_endpgm
