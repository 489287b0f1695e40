// gfx803 llvm
v_cvt_f32_u32 v0 gds
v_mac_f32 v0, v1
buffer_load_dword v0, v1, s[0:3]
