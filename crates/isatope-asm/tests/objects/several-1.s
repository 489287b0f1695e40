	.amdgcn_target "amdgcn-amd-amdhsa--gfx900"
	.text
	.globl first
	.protected first
	.type first,@function
first:
	.cfi_startproc
	s_nop 0
	.cfi_def_cfa_offset 16
	s_endpgm
	.cfi_endproc
	.size first, .-first
local:
	.cfi_startproc
	s_nop 1
	.cfi_def_cfa_offset 24
	s_endpgm
	.cfi_endproc
	s_getpc_b64 s[0:1]
	s_add_u32 s0, s0, _DYNAMIC@rel32@lo+4
	s_add_u32 s0, s0, _GLOBAL_OFFSET_TABLE_@rel32@lo+4
	s_add_u32 s0, s0, late@rel32@lo+4
	.hidden late
	.section .text.common,"axG",@progbits,common,comdat
	.weak common
	.hidden common
common:
	.cfi_startproc
	s_endpgm
	.cfi_endproc
	.rodata
	.long 7
	.bss
	.globl b2
	.globl b1
b1:
b2:
other:
	.zero 4
end:
	.globl hidden1
	.hidden hidden1
hidden1:
	.data
same:
	.globl d1
	.set d1, same
	.quad b1
