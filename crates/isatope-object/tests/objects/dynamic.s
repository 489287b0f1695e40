.amdgcn_target "amdgcn-amd-amdhsa--gfx900"
.text
.globl main
.type main, @function
main: s_endpgm
.size main, .-main
.section .data, "aw", @progbits
.p2align 3
.globl pointers
pointers:
  .quad main
  .quad hidden+16
  .quad host_variable+8
.hidden hidden
.globl hidden
hidden: .zero 32
.section .bss, "aw", @nobits
room: .zero 8192
