.rocm
.gpu gfx900
.text
.globl sum
.type sum, @function
sum:
    s_cmp_eq_u32 s0, 0
    s_cbranch_scc1 end
loop:
    s_sub_u32 s0, s0, 1
    s_cmp_eq_u32 s0, 0
    s_cbranch_scc0 loop
end:
    s_endpgm
    .p2align 3
    .long end-sum, 0x7f
    .ascii "text"
    .fill 2, 2, 0x1234
.size sum, end+4-sum
