.gallium
.64bit
.gpu Bonaire
.llvm_version 40000
.driver_version 170000
.scratchsym private
.kernel one
    .args
    .config
        .dims x
.text
one:
    .skip 256
    s_mov_b32 s0, private
    s_mov_b32 s1, private>>32
    s_mov_b32 s2, private&0xffffffff
    s_mov_b32 s3, private>>32
    s_endpgm
