// gcn1.2 clrx
.regvar
.regvar 1x:v
.regvar x
.regvar x:w
.regvar x:v:300
.regvar x:v, x:v
.regvar pair:s:2
s_mov_b64 pair[1:2], 0
s_add_u32 pair, pair[0], pair[0]
v_add_f32 x, pair, x
.int x
.usereg x
.usereg x:q
.usereg 5:r
.rvlin v[0:1]
.cf_jump
