// gcn1.2 clrx
.dims x
.rocm
.config
.kernel one
.config
    .dims xw
    .vgprsnum 300
    .priority 4
    .kernarg_segment_align 3
    .private_elem_size 5
    .reserved_sgprs 5, 3
    .use_wave32
    .arg x
    .arg x, "int", 4, , number, u32
    .arg x, "int", 4, , globalbuf, u32, globl
    .printf "x"
    .int 5
.text
.rocm
.gallium
.amd3
.wave32
.format elf
