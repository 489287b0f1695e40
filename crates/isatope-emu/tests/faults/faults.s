// Kernels that go wrong, each in its own way. A kernel finds the address of its first argument, a buffer, in s[4:5], that of its second
// one in s[6:7], the number of its workgroup in s2, and that of its work-item in v0.
//
// Assembled with `build.sh`; the object is kept with the source.

        .amdgcn_target "amdgcn-amd-amdhsa--gfx900"
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

.macro finish name, lds=0
        s_endpgm
.L\name\()_end:
        .size   \name, .L\name\()_end-\name
        .section .rodata,"a",@progbits
        .p2align 6
        .amdhsa_kernel \name
                .amdhsa_group_segment_fixed_size \lds
                .amdhsa_kernarg_size 16
                .amdhsa_user_sgpr_kernarg_segment_ptr 1
                .amdhsa_system_sgpr_workgroup_id_x 1
                .amdhsa_next_free_vgpr 8
                .amdhsa_next_free_sgpr 16
        .end_amdhsa_kernel
.endm

start past_the_end
        v_lshlrev_b32 v1, 2, v0
        global_store_dword v1, v0, s[4:5]
finish past_the_end

start past_the_lds
        v_lshlrev_b32 v1, 2, v0
        ds_write_b32 v1, v0
finish past_the_lds, 64

start misaligned
        v_mov_b32 v1, 2
        v_add_u32 v2, v1, v1
        global_load_dword v3, v2, s[4:5] offset:2
finish misaligned

start unwritten_address
        v_mov_b32 v2, v5
        global_load_dword v1, v2, s[4:5]
finish unwritten_address

start unwritten_stored
        v_mov_b32 v2, 0
        v_and_b32 v3, 0xff, v6
        v_add_u32 v4, v3, v0
        global_store_dword v2, v4, s[4:5]
finish unwritten_stored

start unwritten_branch
        s_cmp_lt_i32 s9, 0
        s_cbranch_scc1 .Lbranched
        s_nop 0
.Lbranched:
finish unwritten_branch

start unwritten_mask
        v_cmp_lt_u32 vcc, v5, v0
        s_and_saveexec_b64 s[8:9], vcc
finish unwritten_mask

start unwritten_lds
        v_lshlrev_b32 v1, 2, v0
        ds_read_b32 v2, v1 offset:4
        s_waitcnt lgkmcnt(0)
        global_store_dword v1, v2, s[4:5]
finish unwritten_lds, 1024

start unwritten_memory
        v_lshlrev_b32 v1, 2, v0
        global_load_dword v2, v1, s[4:5]
        s_waitcnt vmcnt(0)
        global_store_dword v1, v2, s[6:7]
finish unwritten_memory

// What is not written is copied, masked, spilled and selected against here, and none of it matters.
start harmless
        v_lshlrev_b32 v1, 2, v0
        v_mov_b32 v2, v5                        // copied
        v_and_b32 v3, 0, v2                     // masked
        v_cmp_gt_u32 vcc, 64, v0
        v_cndmask_b32 v4, v6, v0, vcc           // not selected
        v_add_u32 v4, v4, v3
        v_writelane_b32 v7, s4, 1               // one lane of a register
        v_mov_b32 v2, 0
        ds_write_b32 v1, v7                     // kept in LDS
        s_waitcnt lgkmcnt(0)
        v_readlane_b32 s10, v7, 1               // and read back
        v_mov_b32 v3, s10
        ds_read_b32 v5, v2 offset:4
        s_waitcnt lgkmcnt(0)
        v_sub_u32 v3, v3, v5
        v_add_u32 v4, v4, v3
        v_cvt_f16_f32 v6, v0                    // half of a register
        global_store_short v1, v6, s[4:5] offset:2
        global_store_short v1, v4, s[4:5]
finish harmless, 1024

start race_in_lds
        v_lshlrev_b32 v1, 2, v0
        v_xor_b32 v2, 0x100, v1
        ds_write_b32 v1, v0
        s_waitcnt lgkmcnt(0)
        ds_read_b32 v3, v2
finish race_in_lds, 512

start no_race_in_lds
        v_lshlrev_b32 v1, 2, v0
        v_xor_b32 v2, 0x100, v1
        ds_write_b32 v1, v0
        s_waitcnt lgkmcnt(0)
        s_barrier
        ds_read_b32 v3, v2
finish no_race_in_lds, 512

start race_in_memory
        v_mov_b32 v1, 0
        v_mov_b32 v2, s2
        global_store_dword v1, v2, s[4:5]
finish race_in_memory

start no_race_in_memory
        v_mov_b32 v1, 0
        v_mov_b32 v2, 7
        global_store_dword v1, v2, s[4:5]
finish no_race_in_memory

// Workgroup 0 writes and counts; the others look at the count without waiting, and read.
start race_around_a_count
        v_mov_b32 v1, 0
        v_mov_b32 v2, 1
        s_cmp_lg_u32 s2, 0
        s_cbranch_scc1 .Lreads
        global_atomic_add v1, v2, s[6:7]
        s_waitcnt vmcnt(0)
        global_store_dword v1, v2, s[4:5]
        s_endpgm
.Lreads:
        global_atomic_add v3, v1, v2, s[6:7] glc
        s_waitcnt vmcnt(0)
        global_load_dword v4, v1, s[4:5]
finish race_around_a_count

start ended_at_a_barrier
        v_readfirstlane_b32 s8, v0
        s_cmp_eq_u32 s8, 0
        s_cbranch_scc1 .Lno_barrier
        s_barrier
.Lno_barrier:
finish ended_at_a_barrier

start two_barriers
        v_readfirstlane_b32 s8, v0
        s_cmp_eq_u32 s8, 0
        s_cbranch_scc1 .Lother_barrier
        s_barrier
        s_endpgm
.Lother_barrier:
        s_barrier
finish two_barriers

start runaway
        s_mov_b32 s8, 0
.Lagain:
        s_add_u32 s8, s8, 1
        s_branch .Lagain
finish runaway

start deadlock
        v_mov_b32 v1, 0
.Lwait:
        global_load_dword v2, v1, s[4:5] glc
        s_waitcnt vmcnt(0)
        v_cmp_eq_u32 vcc, 0, v2
        s_cbranch_vccnz .Lwait
finish deadlock

start undecodable
        .long 0xfc000000
finish undecodable

start nowhere
        s_mov_b64 s[8:9], 64
        s_setpc_b64 s[8:9]
finish nowhere

start trapped
        s_trap 2
finish trapped

start past_the_vectors
        v_mov_b32 v1, v20
finish past_the_vectors

// Nothing is wrong with this one: three rounds of a loop, and lanes that go both ways.
start branches
        s_mov_b32 s8, 3
        v_cvt_f32_u32 v3, v0
.Lround:
        s_sub_u32 s8, s8, 1
        v_sqrt_f32 v3, v3
        s_cmp_lg_u32 s8, 0
        s_cbranch_scc1 .Lround
        v_cmp_gt_u32 vcc, 16, v0
        s_and_saveexec_b64 s[10:11], vcc
        s_branch .Lon
.Lon:
        s_mov_b64 exec, s[10:11]
        v_cmp_gt_u32 vcc, 0, v0
        s_and_saveexec_b64 s[10:11], vcc
        s_cbranch_execz .Lempty
        s_nop 0
.Lempty:
finish branches

// The second wavefront never comes to the barrier of the first one.
start one_loops
        v_readfirstlane_b32 s8, v0
        s_cmp_eq_u32 s8, 0
        s_cbranch_scc1 .Lmeet
.Lturn:
        s_add_u32 s8, s8, 1
        s_branch .Lturn
.Lmeet:
        s_barrier
finish one_loops
