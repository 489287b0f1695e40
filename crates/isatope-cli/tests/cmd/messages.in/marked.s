# 10 "k.cl.S"
.macro m
 s_nop v0
.endm
 s_nop 0
# 3 "dir/part.h" 1
 s_bad
# 20 "k.cl.S" 2
 m
