.amdcl2
.64bit
.gpu gfx904
.driver_version 2906007
.kernel sizes
    .config
        .dims x
        .setupargs
        .arg values, uint*, global
    .text
    s_endpgm
.kernel arguments
    .config
        .dims xy
        .useargs
    .text
    v_mov_b32 v1, s2
    s_endpgm
.kernel none
    .config
        .dims x
    .text
    s_endpgm
.kernel generic
    .config
        .dims x
        .usegeneric
    .text
    s_endpgm
