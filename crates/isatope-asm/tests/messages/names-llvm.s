// gfx600 llvm
// Names of this dialect in other versions, of another dialect here, and of another dialect elsewhere.
v_add_u32 v0, vcc, v1, v2
v_cmps_t_f32 vcc, v0, v1
v_addc_co_u32 v0, vcc, v1, v2, vcc
v_add_co_u32_e64 v0, vcc, 0x1234, v2
