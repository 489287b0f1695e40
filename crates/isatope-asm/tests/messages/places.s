# gcn1.2 clrx
.macro move to, from
    s_nop 0; v_mov_b32 \to, \from, 7   # two statements
.endm
.macro inner name
.macro \name what
    s_mov_b32 \what, foo
.endm
.endm
move v0, v1
    inner made
made s1
.irp x, 1, 2
    s_nop \x, 3
    s_nop 1, \
        \x
.endr
.byte 1, \
  foo, \
 2
.macro spread a, b
    .byte \a, \
        bar
.endm
    spread 1, 2
