.amdcl2
.64bit
.gpu Spectre
.driver_version 191205
.kernel one
    .metadata
        .byte 1, 2, 3
    .setup
        .int 1, 1, 1, 0, 256
        .fill 236, 1, 0
    .text
        s_nop 1
        s_mov_b32 s0, data
        s_endpgm
.kernel two
    .setup
        .int 1, 1, 1, 0, 256
        .fill 236, 1, 4
    .metadata
        .int 7
    .text
        s_endpgm
.kernel one
        s_nop 2
.samplerinit
    .int 0x10008, 5
.globaldata
data:
    .skip 16
.samplerreloc 8, 0
