.amdcl2
.gpu Fiji
.driver_version 258000
.acl_version "a version"
.kernel one
    .config
        .dims xyz
        .usegeneric
        .vectypehint float8
        .work_group_size_hint 5, 6, 7
        .arg out, float*, global
        .arg n, ulong2
        .arg m, long
        .arg k, short
        .arg in, ushort*, constant, const
        .arg pipes, pipe, unused
    .text
    v_mov_b32 v0, 1
    s_endpgm
.main
.section .extra
    .int 5
.inner
.section .inside
    .int 6
