// gcn1.4 clrx
// What can be encoded, but cannot be meant.
buffer_load_dword v[2:3], v1, s[4:7], s1 idxen lds tfe
v_cvt_f64_f32 v[0:1], v2 src0_sel:word1
v_cmp_eq_u64 vcc, v[2:3], v[4:5] quad_perm:[0,1,2,3]
v_rsq_f64 v[2:3], v[6:7] src0_sel:word1
image_load v4, v[0:3], s[0:7] dmask:0
s_atomic_add_x2 s5, s[2:3], 0x0 glc
s_atomic_cmpswap s5, s[2:3], 0x0 glc
v_cmp_eq_u64 vcc, v[2:3], v[4:5] quad_perm:[0,1,2,3] force
