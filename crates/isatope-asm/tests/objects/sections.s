	.amdgcn_target "amdgcn-amd-amdhsa--gfx900"
	.text
	.globl	first
	.p2align	8
	.type	first,@function
first:
	s_cmp_eq_u32 s0, 0
	s_cbranch_scc0 second
	s_cbranch_scc1 .Lend
	s_call_b64 s[2:3], .Lcold
	s_nop 0
.Lend:
	s_endpgm
.Lfirst_end:
	.size	first, .Lfirst_end-first

	.section	.text.second,"ax",@progbits
	.p2align	8
	.type	second,@function
second:
	s_cmp_eq_u32 s0, 1
	s_cbranch_scc0 .Lend
	s_cbranch_scc1 .Lout
	s_branch second
	s_nop 0
.Lout:
	s_endpgm
.Lsecond_end:
	.size	second, .Lsecond_end-second

	.section	.text.cold,"ax",@progbits
	s_nop 1
.Lcold:
	s_branch .Lout
