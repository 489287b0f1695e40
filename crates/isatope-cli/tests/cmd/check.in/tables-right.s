start:
    MOV.i32.end r0, r60
table:
    .long 1, 2, 3, 4
    .align 64
    .quad 1, 0, 5
