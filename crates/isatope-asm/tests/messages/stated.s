# gcn1.2 clrx
.macro check x
.if \x > 3
.error "too large"
.endif
.endm
check 3
check 4
.err
.warning "look here"
.fail 510
.fail 3
