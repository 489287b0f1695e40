# the sum of two values, scaled
x = 2
out = %v[4:5]
v_add_f32 v1, v2, v3 mul:2      ; v_mov_b32 v0, 100*x
v_cvt_f64_f32 out, |v1|
