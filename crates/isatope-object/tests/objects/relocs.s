.amdgcn_target "amdgcn-amd-amdhsa--gfx900"
.text
.globl main
.type main, @function
main:
  s_getpc_b64 s[0:1]
  s_add_u32 s0, s0, table@rel32@lo+4
  s_addc_u32 s1, s1, table@rel32@hi+12
  s_getpc_b64 s[2:3]
  s_add_u32 s2, s2, table@gotpcrel32@lo+4
  s_addc_u32 s3, s3, table@gotpcrel32@hi+12
  s_getpc_b64 s[2:3]
  s_add_u32 s2, s2, other@gotpcrel32@lo+4
  s_addc_u32 s3, s3, other@gotpcrel32@hi+12
  s_branch other
  s_endpgm
.size main, .-main
.section .text.other, "ax", @progbits
.globl other
.type other, @function
other:
  s_cbranch_scc0 main
  s_setpc_b64 s[30:31]
.size other, .-other
.section .rodata, "a", @progbits
.p2align 4
.globl table
table: .long 1, 2, 3, 4
.section .data, "aw", @progbits
.p2align 3
.globl pointers
pointers:
  .quad table+8
  .quad main-.
  .long table-.
  .long table+4
  .weak nothing
  .quad nothing
.section .bss, "aw", @nobits
.globl room
room: .zero 64
