.amd
.gpu Tahiti
.driver_info "@(#) OpenCL 1.2 AMD-APP (1702.3).  Driver version: 1702.3 (VM)"
.kernel dct
    .header
        .fill 16, 1, 0
        .int 1, 2, 3, 4
    .metadata
        .ascii ";ARGSTART:__OpenCL_dct_kernel\n;version:3:1:111\n;uniqueid:1024\n;function:1:1025\n"
    .data
        .fill 40, 1, 7
    .inputs
    .outputs
    .uav
        .entry 12, 4, 0, 5
        .entry 13, 4, 0, 5
    .condout 0
    .floatconsts
        .segment 1, 2
    .intconsts
    .boolconsts
    .earlyexit 0
    .globalbuffers
    .constantbuffers
        .cbmask 0, 32764
        .cbmask 1, 0
    .inputsamplers
        .sampler 0, 1
    .scratchbuffers
        .int 0
    .persistentbuffers
    .proginfo
        .entry 0x80001000, 3
        .entry 0x80001001, 0x17
    .subconstantbuffers
    .uavmailboxsize 0
    .uavopmask
        .byte 0, 0x70
        .fill 126, 1, 0
    .calnote 0x123
        .int 9
    .text
        s_mov_b32 m0, 0x8000
        s_endpgm
.kernel other
    .config
        .dims x
        .arg n, int
    .text
        s_endpgm
.main
.section .extra
    .int 1
