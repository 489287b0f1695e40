v_add_f32_e32 v1, 0x3f800000, v2
v_pk_add_f16 v1, v2, v3 op_sel_hi:[0,1] ; comment
v_mad_f32 v1, -|v2|, neg(1.0), s3 clamp
