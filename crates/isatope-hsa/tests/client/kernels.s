// Kernels for clients of the HSA interface. A kernel finds the address of its first argument in s[4:5], that of its second one in
// s[6:7], the number of its workgroup in s2, and that of its work-item in v0.
//
// Assembled with `build.sh`; the object is kept with the source.

        .amdgcn_target "amdgcn-amd-amdhsa--gfx900:xnack-"
        .amdhsa_code_object_version 4

.macro start name
        .text
        .globl  \name
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
                .amdhsa_next_free_vgpr 8
                .amdhsa_next_free_sgpr 16
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

// Waits until a word is not 0, and writes the word and 1 to another one.
start wait
        v_mov_b32 v1, 0
.Lwait:
        global_load_dword v2, v1, s[4:5] glc
        s_waitcnt vmcnt(0)
        v_readfirstlane_b32 s8, v2
        s_cmp_eq_u32 s8, 0
        s_cbranch_scc1 .Lwait
        v_add_u32 v2, 1, v2
        global_store_dword v1, v2, s[6:7]
finish wait

        .data
        .globl  variable
        .type   variable,@object
        .size   variable, 8
variable:
        .quad   7
