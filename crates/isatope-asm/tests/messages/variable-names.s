// gcn1.4 clrx
.regvar m0:s:2
.regvar M0:s
.regvar vcc:s:2
.regvar vcc_lo:s
.regvar exec:s:2
.regvar s5:s
.regvar v3:v
.regvar V3:v
.regvar v300:v
.regvar ttmp1:s
.regvar scc:s
.regvar vccz:s
.regvar flat_scratch:s:2
.regvar xnack_mask:s:2
.regvar s5x:s, s:s, v:v, vccx:s, m1:s, exec_:s
s_mov_b32 s5x, vccx
