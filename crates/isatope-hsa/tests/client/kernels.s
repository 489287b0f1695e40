// Kernels for clients of the HSA interface. A kernel finds the address of its first argument in s[4:5], that of its second one in
// s[6:7], the number of its workgroup in s2, and that of its work-item in v0.
//
// The tests assemble this file.

        .amdgcn_target "amdgcn-amd-amdhsa--gfx900:xnack-"
        .amdhsa_code_object_version 4

.macro start name
        .text
        .globl  \name
        .protected \name
        .p2align 8
        .type   \name,@function
\name:
        s_load_dwordx4 s[4:7], s[0:1], 0x0
        s_waitcnt lgkmcnt(0)
.endm

.macro finish name
        s_endpgm
.L\name\()_end:
        .size   \name, .L\name\()_end-\name
        .section .rodata,"a",@progbits
        .p2align 6
        .amdhsa_kernel \name
                .amdhsa_group_segment_fixed_size 0
                .amdhsa_kernarg_size 16
                .amdhsa_user_sgpr_kernarg_segment_ptr 1
                .amdhsa_system_sgpr_workgroup_id_x 1
                .amdhsa_next_free_vgpr 16
                .amdhsa_next_free_sgpr 32
        .end_amdhsa_kernel
.endm

// Adds 1 to the word of each work-item of the first workgroup.
start add_one
        v_lshlrev_b32 v1, 2, v0
        global_load_dword v2, v1, s[4:5]
        s_waitcnt vmcnt(0)
        v_add_u32 v2, 1, v2
        global_store_dword v1, v2, s[4:5]
finish add_one

// Each work-item adds 1 to a word, 100 times, and notes the sum of what was there before.
start count
        s_movk_i32 s8, 100
        v_mov_b32 v1, 0
        v_mov_b32 v2, 1
.Lagain:
        v_mov_b32 v3, v2
        global_atomic_add v3, v1, v3, s[4:5] glc
        s_waitcnt vmcnt(0)
        s_sub_u32 s8, s8, 1
        s_cmp_lg_u32 s8, 0
        s_cbranch_scc1 .Lagain
finish count

// Waits until a word is not 0, and writes the word and 1 to another one. The third word says that it has begun.
start wait
        v_mov_b32 v1, 0
        v_mov_b32 v2, 1
        global_store_dword v1, v2, s[4:5] offset:8
.Lwait:
        global_load_dword v2, v1, s[4:5] glc
        s_waitcnt vmcnt(0)
        v_readfirstlane_b32 s8, v2
        s_cmp_eq_u32 s8, 0
        s_cbranch_scc1 .Lwait
        v_add_u32 v2, 1, v2
        global_store_dword v1, v2, s[6:7]
finish wait

// Like `wait`, but counts meanwhile: a wavefront whose registers change does not only wait.
start compute
        v_mov_b32 v1, 0
        v_mov_b32 v2, 1
        s_mov_b32 s9, 0
        global_store_dword v1, v2, s[4:5] offset:8
.Lcompute:
        s_add_u32 s9, s9, 1
        global_load_dword v2, v1, s[4:5] glc
        s_waitcnt vmcnt(0)
        v_readfirstlane_b32 s8, v2
        s_cmp_eq_u32 s8, 0
        s_cbranch_scc1 .Lcompute
        v_add_u32 v2, 1, v2
        global_store_dword v1, v2, s[6:7]
finish compute

// Each wavefront writes its number, waits for all of a grid of 8 workgroups of 4 wavefronts, and adds that of the next one, for as
// many rounds as the second argument says. The words of odd rounds are 1024 bytes after those of even ones.
start meet
        v_lshrrev_b32 v1, 6, v0
        s_lshl_b32 s8, s2, 2
        v_readfirstlane_b32 s9, v1
        s_add_u32 s8, s8, s9                    // number of the wavefront
        s_add_u32 s9, s8, 1
        s_and_b32 s9, s9, 31
        v_mov_b32 v1, s8
        v_lshlrev_b32 v2, 2, v1                 // own word
        v_mov_b32 v3, s9
        v_lshlrev_b32 v3, 2, v3                 // word of the next one
        v_mov_b32 v5, 31
        s_mov_b32 m0, 0
        v_mov_b32 v0, 0
        global_load_dword v4, v0, s[6:7]
        s_waitcnt vmcnt(0)
        v_readfirstlane_b32 s10, v4
.Lround:
        global_store_dword v2, v1, s[4:5]
        s_waitcnt vmcnt(0)
        ds_gws_barrier v5 offset:1 gds
        s_waitcnt lgkmcnt(0)
        global_load_dword v4, v3, s[4:5] glc
        s_waitcnt vmcnt(0)
        v_add_u32 v1, v1, v4
        v_xor_b32 v2, 0x400, v2
        v_xor_b32 v3, 0x400, v3
        s_sub_u32 s10, s10, 1
        s_cmp_lg_u32 s10, 0
        s_cbranch_scc1 .Lround
        global_store_dword v2, v1, s[4:5]
finish meet

// Sets the counter of the barrier of `meet`.
start prepare
        s_mov_b32 m0, 0
        v_mov_b32 v0, 31
        ds_gws_init v0 offset:1 gds
        s_waitcnt lgkmcnt(0)
finish prepare

// A wavefront calls the host: it takes a slot from a stack, writes its number into it, pushes it onto another stack, waits for the
// answer, and gives the slot back. The first argument are the heads of both stacks, of free slots and of calls: the number of a slot,
// from 1, and a tag. The second argument are slots of 16 bytes: the next slot and its tag, a number, and whether it has been answered.
.macro exchange head
        // Replaces the head, v[4:5], with v[2:3].
        v_mov_b32 v6, v2
        v_mov_b32 v7, v3
        v_mov_b32 v8, v4
        v_mov_b32 v9, v5
        global_atomic_cmpswap_x2 v[10:11], v0, v[6:9], s[4:5] offset:\head glc
        s_waitcnt vmcnt(0)
        v_cmp_eq_u64 vcc, v[10:11], v[4:5]
        v_mov_b32 v4, v10
        v_mov_b32 v5, v11
.endm

.macro push head, name
        global_load_dwordx2 v[4:5], v0, s[4:5] offset:\head glc
        s_waitcnt vmcnt(0)
.L\name:
        global_store_dwordx2 v12, v[4:5], s[6:7]
        s_waitcnt vmcnt(0)
        v_mov_b32 v2, v13
        v_add_u32 v3, 1, v5
        exchange \head
        s_cbranch_vccz .L\name
.endm

start call
        v_lshrrev_b32 v1, 6, v0
        s_lshl_b32 s8, s2, 4
        v_readfirstlane_b32 s9, v1
        s_add_u32 s8, s8, s9                    // number of the wavefront
        s_mov_b64 exec, 1
        v_mov_b32 v0, 0
        global_load_dwordx2 v[4:5], v0, s[4:5] glc
        s_waitcnt vmcnt(0)
.Lpop:
        v_sub_u32 v12, v4, 1
        v_lshlrev_b32 v12, 4, v12               // offset of the slot
        global_load_dword v2, v12, s[6:7] glc
        s_waitcnt vmcnt(0)
        v_mov_b32 v13, v4                       // its number
        v_add_u32 v3, 1, v5
        exchange 0
        s_cbranch_vccz .Lpop
        v_mov_b32 v1, s8
        global_store_dword v12, v1, s[6:7] offset:8
        push 8, publish
.Lanswer:
        global_load_dword v1, v12, s[6:7] offset:12 glc
        s_waitcnt vmcnt(0)
        v_readfirstlane_b32 s8, v1
        s_cmp_eq_u32 s8, 0
        s_cbranch_scc1 .Lanswer
        global_store_dword v12, v0, s[6:7] offset:12
        push 0, return
finish call

// Loads a texel of an image for each work-item, by integer coordinates in x, and stores its four components. The first argument is
// the address of the image's object, the second where components go.
start texels
        s_load_dwordx8 s[8:15], s[4:5], 0x0
        v_mov_b32 v1, 0
        s_waitcnt lgkmcnt(0)
        image_load v[4:7], v[0:1], s[8:15] dmask:0xf unorm
        v_lshlrev_b32 v1, 4, v0
        s_waitcnt vmcnt(0)
        global_store_dwordx4 v1, v[4:7], s[6:7]
finish texels

        .data
        .globl  variable
        .protected variable
        .type   variable,@object
        .size   variable, 8
variable:
        .quad   0x1122334455667788
