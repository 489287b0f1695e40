.amdcl2
.64bit
.gpu Fiji
.driver_version 234800
.compile_options "-cl-std=CL2.0"
.globaldata
    .int 1, 2, 3
table:
    .int 4, 5
    .p2align 3
    .skip 16
.rwdata
counter:
    .int 7
.bssdata align=16
room:
    .skip 40
.sampler 0x15, 0x20
.kernel sum
    .config
        .dims xy
        .useargs
        .usesetup
        .setupargs
        .sampler 1
        .cws 8, 8
        .arg out, float*, global
        .arg in, "float4_t *", float4*, global, const restrict
        .arg group, int3*, local
        .arg n, uint
        .arg c, char
        .arg v, double3
        .arg s, structure, 40
        .arg p, structure*, 82, constant, volatile
        .arg picture, image2d
        .arg written, image3d, write_only
        .arg both, image1d_array, read_write, 3
        .arg nearest, sampler
        .arg q, queue
        .arg e, clkevent
        .localsize 400
        .priority 2
        .exceptions 0x12
    .text
    s_mov_b32 s13, (table+4)>>32
    s_mov_b32 s12, (table+4)&0xffffffff
    s_mov_b32 s14, counter
    s_mov_b32 s15, room/0x100000000
    v_mov_b32 v7, table%0x100000000
    s_load_dword s0, s[4:5], 0x1
    v_add_f32 v3, v1, v2
    s_endpgm
.kernel copy
    .config
        .dims x, xyz
        .useenqueue
        .scratchbuffer 132
        .arg out, uint*, global,, rdonly
        .arg unused, uint*, global,, unused
        .tgsize
        .ieeemode
        .dx10clamp
        .privmode
        .debugmode
        .floatmode 0xda
        .gdssize 100
    .text
    v_mov_b32 v0, 1
    s_endpgm
