v_add_f32 v0, s1, s2
v_bfe_u23 v0, v1, v2, v3
v_add_f32 v0, v1, v2 abs
v_mov_b32 v[0:1], s[2:3]
