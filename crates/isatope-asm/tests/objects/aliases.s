	.amdgcn_target "amdgcn-amd-amdhsa--gfx900"
	.text
	.type base,@function
base:
	s_nop 0
	.set middle, base
	.type middle,@gnu_indirect_function
	.set alias, middle
	.globl alias
	.set inside, middle+4
	.set again, alias
	.type object,@object
	.set object, middle
	.type thread,@tls_object
	.set thread, middle
	.type unique,@gnu_unique_object
unique:
	s_nop 0
	.type number,@object
	.set number, 5
