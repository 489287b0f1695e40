// gfx900 llvm
.text 0
s_nop 0
.text 1
.data 2
.pushsection .text, 3
.section .text, 0
.subsection 1
.weakref a, b
.bundle_align_mode 4
