// gfx900 clrx
.text
s_branch there
.section .other
there:
