// gcn1.2 llvm
.rodata
.amdhsa_kernel k
.amdhsa_next_free_vgpr -1
.amdhsa_next_free_sgpr -1
.amdhsa_reserve_vcc -1
.amdhsa_fp16_overflow 1
.amdhsa_wavefront_size32 1
.end_amdhsa_kernel
