// Lines by hand: version 5, several sections, distant lines and addresses, padding, and options.
.amdgcn_target "amdgcn-amd-amdhsa--gfx900"
.file 0 "/src" "kernel.hip" md5 0x00112233445566778899aabbccddeeff
.file 1 "/include" "vector.h" md5 0xffeeddccbbaa99887766554433221100
.file 2 "/src" "dir/other.h" md5 0x0
.ident "first"
.text
.globl f
.type f, @function
f:
.cfi_sections .debug_frame
.cfi_startproc
.loc 0 10 1 prologue_end
s_nop 0
.loc 1 300 70000 is_stmt 0 discriminator 200
.p2align 6
s_nop 1
.rept 30
s_nop 2
.endr
.loc 2 2 basic_block isa 1
.loc 2 3 epilogue_begin
s_nop 3
.rept 300
s_nop 4
.endr
.loc 2 4 is_stmt 1
.section .text.g, "ax", @progbits
s_nop 5
.loc 0 1
.long 7
.fill 17, 4, 0
.text
.loc 0 40 2
s_endpgm
.cfi_endproc
.size f, .-f
.ident "second"
.section .data, "aw", @progbits
.quad g - 0
.quad f + 8
.globl g
g:
.addrsig
.addrsig_sym g
.addrsig_sym f
.loc 0 41
