// gfx900 llvm
s_nop 0
here: s_mov_b32 s1, tbl-here
.if tbl2-here
.endif
s_mov_b32 s2, unknown_name
s_branch tbl
s_mov_b32 s3, here@rel31@lo
.short tbl
.data
.long 1
tbl:
tbl2 = tbl
.long 1<<64
.quad -9223372036854775809
