s_mov_b32 s2, 0
.Lloop:
v_mul_f32 v0, v0, v2
v_add_f32 v0, v0, v2
s_add_u32 s2, s2, 1
s_cmp_lt_u32 s2, 10
s_cbranch_scc1 .Lloop
s_endpgm
