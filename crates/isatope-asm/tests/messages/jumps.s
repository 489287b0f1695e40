// gcn1.4 clrx
.regvar x:s
s_mov_b32 x, 1
s_setpc_b64 s[4:5]
