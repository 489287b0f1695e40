# 1 "dir/k.cl.S"
# 1 "<built-in>"
# 1 "<command-line>"
# 10 "dir/k.cl.S"
f: s_nop 0
 s_nop 1
# 5 "g.h" 1
g: s_nop 2

 s_nop 3
# 14 "dir/k.cl.S" 2
 s_nop 4
.macro m
 s_nop 5
.endm
 m
.section .text.other,"ax"
# 3 "g.h" 1
 s_nop 6
