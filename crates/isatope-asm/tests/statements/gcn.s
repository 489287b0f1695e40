v_mov_b32 v0, x
s_mov_b32 s0, x+1
s_mov_b32 s[y], s[y+1]
s_mov_b64 s[2:3], s[4:5]
s_mov_b64 s[2:3], vcc
s_mov_b32 s1, vcc_lo
v_add_f32 v1, v2, r
v_add_f32 v1, -r, |v2|
v_mov_b32 v1
v_mov_b32 v1, v2, v3
v_mov_b32 v1, 1.5
v_mov_b32 v1, 0x12345678
v_mov_b32 v1, 0x123456789
v_mov_b32 v999, v1
v_mul_f32 v0, v1, v2 clamp clamp
v_mul_f32 v0, v1, v2 mul:2
v_mul_f32 v0, v1, v2 mul:4 clamp
v_mul_f32 v0, v1, v2 mul:3
v_mul_f32 v0, v1, v2 clanp
v_mul_f32 v0, s1, s2
v_mul_f32 v0, s1, s2 force
s_add_u32 s0, 0x11111111, 0x22222222
s_movk_i32 s0, 0x12345
s_branch label0
s_branch 7b
s_cbranch_scc0 label0
s_mov_b32 s0, label0
s_mov_b32 s0, later
s_waitcnt vmcnt(x)
s_waitcnt vmcnt(0) & lgkmcnt(1)
buffer_load_dword v1, v2, s[4:7], s1 offen offset:x
buffer_load_dword v1, v2, s[4:7], s1 offen offset:16
buffer_load_dword v1, v2, s[4:7], s1 offen offset:16 + 4
s_nop 1; s_nop 2
s_nop 1 +1
s_nop 1
v_mov_b32 v0, s300
s_mov_b32 s200, 0
v_add_f32 v0, v1, v2 offset:4
s_waitcnt vcnt(0)
