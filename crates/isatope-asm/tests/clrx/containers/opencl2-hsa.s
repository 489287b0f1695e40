.amdcl2
.64bit
.gpu Fiji
.driver_version 234800
.hsalayout
.kernel first
    .hsaconfig
        .dims xy
        .default_hsa_features
        .arg out, float*, global
        .arg n, uint
        .localsize 64
        .use_flat_scratch_init
.kernel second
    .hsaconfig
        .dims x
        .use_kernarg_segment_ptr
        .use_ptr64
        .sgprsnum 40
        .vgprsnum 12
        .machine 1, 8, 0, 3
        .codeversion 1, 1
        .kernarg_segment_size 64
        .workitem_private_segment_size 16
        .reserved_vgprs 4, 8
    .control_directive
        .int 1, 2, 3
        .fill 116, 1, 0
.kernel third
    .config
        .dims x
        .useargs
        .arg n, uint
.text
first:
    .skip 256
    v_mov_b32 v3, s11
    s_endpgm
.p2align 8
second:
    .skip 256
    s_endpgm
.p2align 8
third:
    .skip 256
    s_endpgm
