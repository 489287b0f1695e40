# gcn1.2 clrx
.rocm
.gpu Fijji
.kernel k
.config
.dim x
.text
.scope a
x = 1
.byte y::x
.ends
.if 1
k: .skip 256
