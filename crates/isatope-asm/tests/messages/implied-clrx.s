// gfx900 clrx
v_add_co_u32 v0, v1, s2
v_addc_co_u32 v0, v1, v2
global_load_dword v1, v[2:3]
global_store_dword v[2:3], v1 glc
v_addc_co_u32 v0, v1, v2, vcc
buffer_load_dword v0, v1, s[4:7]
