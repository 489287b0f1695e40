// gfx900 llvm
.if 1
.else
.else
.endif
.elseif 2
.endif
.if later
s_nop 0
.endif
later = 1
.rept -1
s_nop 0
.endr
.rept 1000
v_mov_b32 v0, v900
.endr
.irp x, 1, 2
s_nop \x, 3
.endr
.if 1
s_nop 0
