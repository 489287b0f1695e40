.amdcl2
.gpu Bonaire
.compile_options "-O3"
.kernel one
    .config
        .dims x
        .useargs
        .localsize 600
        .arg out, float*, global
        .arg in, float3, unused
    .text
    s_load_dword s0, s[4:5], 0x1
    s_mov_b32 s1, 0x12345
    v_mov_b32 v9, 1
    ds_read_b32 v0, v1
    ds_write_b32 v0, v1
    buffer_load_dword v0, v1, s[8:11], 0 offen
    flat_load_dword v2, v[3:4]
    s_endpgm
.kernel two
    .config
        .useenqueue
        .scratchbuffer 20
        .arg p, pipe
    .text
    s_endpgm
