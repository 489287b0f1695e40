# gfx900 clrx
v_add_u32 v1, vcc, v2, v3
v_subrev_u32 v1, vcc, v2, v3
v_mov_b32 v0, v1//comment
.gpu navi10
.gpu gfx1010
.kcodeend
.kcode unknown
.kernel known
.kcode knwon
