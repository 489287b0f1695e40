// The Mandelbrot set as a picture, a work-item for each pixel.
//
// A pixel stands for a number c. Starting from z = 0, z becomes z * z + c again and again; the pixel's colour is how often that went before
// |z| exceeded 2, and black where it never did within `limit` rounds. Lanes leave the loop one after the other: each drops out of the exec
// mask when its z escapes, and the wavefront goes on while one lane is left.
.amdgcn_target "amdgcn-amd-amdhsa--gfx900"

.text
.globl mandelbrot
.p2align 8
.type mandelbrot,@function
mandelbrot:                                         // s[0:1] arguments, s2 and s3 workgroup, v0 and v1 work-item in x and y
    s_load_dwordx8 s[4:11], s[0:1], 0x0             // s[4:5] picture, s6 width, s7 height, s8 and s9 centre, s10 step, s11 limit
    v_lshl_add_u32 v0, s2, 3, v0                    // x and y of the pixel: workgroups are tiles of 8 by 8
    v_lshl_add_u32 v1, s3, 3, v1
    s_waitcnt lgkmcnt(0)

    // c = centre + step * (pixel - size / 2)
    s_lshr_b32 s2, s6, 1
    s_lshr_b32 s3, s7, 1
    v_subrev_u32_e32 v2, s2, v0
    v_subrev_u32_e32 v3, s3, v1
    v_cvt_f32_i32_e32 v2, v2
    v_cvt_f32_i32_e32 v3, v3
    v_mul_f32_e32 v2, s10, v2
    v_mul_f32_e32 v3, s10, v3
    v_add_f32_e32 v2, s8, v2                        // v2, v3: c
    v_add_f32_e32 v3, s9, v3

    v_mov_b32_e32 v4, 0                             // v4, v5: z
    v_mov_b32_e32 v5, 0
    v_mov_b32_e32 v6, 0                             // v6, v7: the squares of its parts
    v_mov_b32_e32 v7, 0
    v_mov_b32_e32 v8, 0                             // rounds
    s_mov_b64 s[12:13], exec
    s_mov_b32 s14, s11
.Lround:
    v_mul_f32_e32 v9, v4, v5
    v_sub_f32_e32 v4, v6, v7
    v_add_f32_e32 v9, v9, v9
    v_add_f32_e32 v4, v4, v2                        // x = x * x - y * y + cx
    v_add_f32_e32 v5, v9, v3                        // y = 2 * x * y + cy
    v_mul_f32_e32 v6, v4, v4
    v_mul_f32_e32 v7, v5, v5
    v_add_f32_e32 v9, v6, v7
    v_cmpx_ge_f32_e32 vcc, 4.0, v9                  // exec = lanes where 4 >= |z|^2
    s_cbranch_execz .Lescaped
    v_add_u32_e32 v8, 1, v8
    s_sub_u32 s14, s14, 1
    s_cmp_lg_u32 s14, 0
    s_cbranch_scc1 .Lround
.Lescaped:
    s_mov_b64 exec, s[12:13]                        // every lane paints its pixel

    // Three triangle waves of different length: |(rounds * k + phase) % 512 - 256|, at most 255
    s_movk_i32 s2, 0x100
    s_movk_i32 s3, 0x1ff
    s_movk_i32 s8, 0xff
    v_lshl_add_u32 v4, v8, 3, s2
    v_mul_u32_u24_e32 v5, 12, v8
    v_mul_u32_u24_e32 v6, 24, v8
    v_add_u32_e32 v5, s2, v5
    v_add_u32_e32 v6, 0x140, v6
    v_and_b32_e32 v4, s3, v4
    v_and_b32_e32 v5, s3, v5
    v_and_b32_e32 v6, s3, v6
    v_sad_u32 v4, v4, s2, 0                         // |a - b| + c in one instruction
    v_sad_u32 v5, v5, s2, 0
    v_sad_u32 v6, v6, s2, 0
    v_min_u32_e32 v4, s8, v4                        // red
    v_min_u32_e32 v5, s8, v5                        // green
    v_min_u32_e32 v6, s8, v6                        // blue
    v_lshl_or_b32 v4, v5, 8, v4
    v_lshl_or_b32 v4, v6, 16, v4
    v_cmp_gt_u32_e32 vcc, s11, v8                   // rounds < limit: it escaped
    v_cndmask_b32_e32 v4, 0, v4, vcc
    v_or_b32_e32 v4, 0xff000000, v4                 // opaque

    v_mad_u32_u24 v0, v1, s6, v0                    // y * width + x
    v_lshlrev_b32_e32 v0, 2, v0
    global_store_dword v0, v4, s[4:5]
    s_endpgm
.Lend:
.size mandelbrot, .Lend-mandelbrot

.rodata
.p2align 6
.amdhsa_kernel mandelbrot
    .amdhsa_kernarg_size 32
    .amdhsa_system_sgpr_workgroup_id_y 1
    .amdhsa_system_vgpr_workitem_id 1               // v0 and v1
    .amdhsa_user_sgpr_kernarg_segment_ptr 1         // s[0:1]; the workgroup's numbers follow in s2 and s3
    .amdhsa_next_free_vgpr 10
    .amdhsa_next_free_sgpr 16
.end_amdhsa_kernel

.amdgpu_metadata
---
amdhsa.version: [ 1, 2 ]
amdhsa.target: amdgcn-amd-amdhsa--gfx900
amdhsa.kernels:
  - .name: mandelbrot
    .symbol: mandelbrot.kd
    .kernarg_segment_size: 32
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 0
    .private_segment_fixed_size: 0
    .wavefront_size: 64
    .sgpr_count: 22
    .vgpr_count: 10
    .max_flat_workgroup_size: 64
    .args:
      - { .name: picture, .offset: 0, .size: 8, .value_kind: global_buffer, .address_space: global }
      - { .name: width, .offset: 8, .size: 4, .value_kind: by_value }
      - { .name: height, .offset: 12, .size: 4, .value_kind: by_value }
      - { .name: centre_x, .offset: 16, .size: 4, .value_kind: by_value }
      - { .name: centre_y, .offset: 20, .size: 4, .value_kind: by_value }
      - { .name: step, .offset: 24, .size: 4, .value_kind: by_value }
      - { .name: limit, .offset: 28, .size: 4, .value_kind: by_value }
.end_amdgpu_metadata
