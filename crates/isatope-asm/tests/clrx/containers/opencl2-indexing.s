.amdcl2
.gpu Bonaire
.64bit
.driver_version 234800
.kernel k0
.config
.dims x
.text
v_mov_b32 v20, v0
s_mov_b32 s21, 1
v_movreld_b32 v50, v1
s_endpgm
.kernel k1
.config
.dims x
.text
v_mov_b32 v20, v0
s_mov_b32 s21, 1
v_movrels_b32 v60, v7
s_endpgm
.kernel k2
.config
.dims x
.text
v_mov_b32 v20, v0
s_mov_b32 s21, 1
v_movrelsd_b32 v80, v9
s_endpgm
.kernel k3
.config
.dims x
.text
v_mov_b32 v20, v0
s_mov_b32 s21, 1
s_movreld_b32 s30, s2
s_endpgm
.kernel k4
.config
.dims x
.text
v_mov_b32 v20, v0
s_mov_b32 s21, 1
s_movreld_b64 s[32:33], s[2:3]
s_endpgm
.kernel k5
.config
.dims x
.text
v_mov_b32 v20, v0
s_mov_b32 s21, 1
s_movrels_b32 s34, s4
s_endpgm
.kernel k6
.config
.dims x
.text
v_mov_b32 v20, v0
s_mov_b32 s21, 1
s_movrels_b64 s[36:37], s[6:7]
s_endpgm
.kernel k7
.config
.dims x
.text
v_mov_b32 v20, v0
s_mov_b32 s21, 1
s_cbranch_join s4
s_endpgm
.kernel k8
.config
.dims x
.text
v_mov_b32 v20, v0
s_mov_b32 s21, 1
s_cbranch_g_fork s[6:7], s[8:9]
s_endpgm
.kernel k9
.config
.dims x
.text
v_mov_b32 v20, v0
s_mov_b32 s21, 1
s_cbranch_i_fork s[10:11], .
s_endpgm
