// gfx900 llvm
// Labels that only this source could define, and does not, and names with two meanings.
.long .Lfoo
.quad .Lbar+4
 s_mov_b32 s0, .Lq
.set a, .Lx
.set unused, .Lx
.long a
.reloc 0, R_AMDGPU_ABS32, .Lr
 s_mov_b32 s0, .Ls@rel32@lo+4
f:
.cfi_startproc
.cfi_lsda 0x1b, .Lt
.cfi_personality 0x1b, .Lt
.cfi_endproc
.macro m
.long 1f, .Lm
.endm
 m
.if 2f
.endif
foo: .long 0
.section foo,"a"
.section bar,"a"
bar:
.section baz,"ao",@progbits,nosuch
.section .tdata,"awT"
.data
.float 3.5e38
.double 1e400
.org .text+4
