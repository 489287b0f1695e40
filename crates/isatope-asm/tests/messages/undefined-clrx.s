// gcn1.2 clrx
.scope
    .byte 1|_q
    .scope inner
        .byte 1|zz
    .ends
    .scope
        .byte ~y
    .ends
.ends
_q = 5
.if a*2
.endif
