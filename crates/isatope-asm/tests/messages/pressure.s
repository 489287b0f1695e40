// gcn1.2 clrx
.regvar big:v:200, more:v:50, last:v:8
v_mov_b32 big[0], v0
v_mov_b32 more[0], v1
v_mov_b32 last[0], v2
v_add_f32 v3, big[0], more[0]
v_add_f32 v3, v3, last[0]
v_mov_b32 v0, v3
s_endpgm
