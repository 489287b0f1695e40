.section .rodata.str1.1,"aMS",@progbits,1
.La: .asciz "hello"
.Lc: .asciz "hello"
d: .asciz "x"
.data
.quad .Lc+2
.quad d+1
.quad e+1
.quad .Lf+1
.section .rodata.str1.1
.asciz "uu"
.Lf: e: .asciz "oo"
