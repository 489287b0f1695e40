s_mov_b32 s2, 0
.Lloop:
v_mul_f64 v[0:1], v[0:1], v[2:3]
v_add_f64 v[0:1], v[0:1], v[2:3]
s_add_u32 s2, s2, 1
s_cmp_lt_u32 s2, 10
s_cbranch_scc1 .Lloop
s_endpgm
