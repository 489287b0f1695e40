.amdcl2
.gpu Spectre
.kernel one
    .metadata
        .byte 1, 2, 3
    .isametadata
        .byte 9
    .stub
        .int 16, 2, 2, 2
    .setup
        .int 1, 0, 1, 0, 256
        .fill 236, 1, 0
    .text
        s_nop 1
        s_endpgm
