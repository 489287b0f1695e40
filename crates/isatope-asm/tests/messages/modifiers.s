// gfx704 llvm
s_load_dword s0, s[2:3], 0 glc
s_load_dword s0, s[2:3], 0 clamp
s_load_dword s0, s[2:3], s4 glc
v_add_f32 v0, v1, v2 glc
v_add_f32_e64 v0, v1, v2 clamp noclamp
flat_load_dword v1, v[3:4] offset:1
s_getreg_b32 s2, {id: 1, id: 2}
s_getreg_b32 s2, {id: 64}
s_getreg_b32 s2, {part: 1}
s_getreg_b32 s2, {id 1}
s_getreg_b32 s2, {id: 1
s_getreg_b32 s2, {)
s_getreg_b32 s2, {(}
s_getreg_b32 s2, hwreg(1}
