// gfx900 llvm
// A macro that calls itself twice reaches the limit once.
.macro m
  m
  m
.endm
m
s_nop 0
