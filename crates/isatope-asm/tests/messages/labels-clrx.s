// gfx900 clrx
// Numeric labels that the source does not define.
.int 1f
x = 2f
.int 3f-.
s_branch 4f
