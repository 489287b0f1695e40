// gfx803 llvm
v_add_u32 v0, v1, v2
v_addc_u32 v0, v1, v2
v_add_u32 v0, v1, s2 clamp
