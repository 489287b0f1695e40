	.amdgcn_target "amdgcn-amd-amdhsa--gfx900"
	.text
	.globl second
	.protected second
	.type second,@function
second:
	.cfi_startproc
	s_nop 3
	.cfi_def_cfa_offset 16
	s_endpgm
	.cfi_endproc
	.size second, .-second
local:
	.cfi_startproc
	s_nop 1
	.cfi_def_cfa_offset 24
	s_endpgm
	.cfi_endproc
	s_getpc_b64 s[0:1]
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
	.globl c2
	.globl c1
c1:
c2:
other:
	.zero 4
end:
	.globl hidden2
	.hidden hidden2
hidden2:
	.data
same:
	.globl e1
	.set e1, same
	.quad c1
	.globl late
	.hidden late
	.set late, same
	.globl local2
	.hidden local2
local2:
	.quad local, same, late
