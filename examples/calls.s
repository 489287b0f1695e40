// Functions, a stack and recursion: Fibonacci numbers the slow way, every lane with its own n.
//
// What the wavefront has once per call, the return address and the exec mask, goes into lanes of VGPRs: `v_writelane_b32` and
// `v_readlane_b32` make a VGPR a stack of 64 words, whatever exec is. What each lane has of its own goes to scratch memory, where the
// hardware interleaves the lanes: dword k of all lanes lies side by side, so s32 grows by 64 times what a lane needs.
.amdgcn_target "amdgcn-amd-amdhsa--gfx900"

.text
.globl calls
.p2align 8
.type calls,@function
calls:                                              // s[0:3] scratch memory, s[4:5] arguments, s6 workgroup, s7 this wavefront's part of scratch; v0 lane
    s_add_u32 s0, s0, s7
    s_addc_u32 s1, s1, 0
    s_load_dwordx4 s[12:15], s[4:5], 0x0            // numbers, results
    v_lshl_or_b32 v0, s6, 6, v0
    v_lshlrev_b32_e32 v9, 2, v0
    s_waitcnt lgkmcnt(0)
    global_load_dword v0, v9, s[12:13]
    s_mov_b32 s32, 0                                // stack pointer, in bytes of the whole wavefront
    s_mov_b32 m0, 0                                 // depth: how many calls are open
    s_getpc_b64 s[16:17]                            // the address of .Lhere
.Lhere:
    s_add_u32 s16, s16, fibonacci-.Lhere
    s_addc_u32 s17, s17, 0
    s_waitcnt vmcnt(0)
    s_swappc_b64 s[30:31], s[16:17]                 // jump there, and keep the address behind
    global_store_dword v9, v0, s[14:15]
    s_endpgm

// v0 = fibonacci(v0). Returns to s[30:31]; changes v1, v2, s[18:19], scc.
fibonacci:
    v_cmp_lt_u32_e64 s[18:19], 1, v0
    s_and_saveexec_b64 s[18:19], s[18:19]           // lanes with n > 1 go on: the others have their result, n
    s_cbranch_execz .Lreturn
    v_writelane_b32 v40, s30, m0                    // push return address and exec mask
    v_writelane_b32 v41, s31, m0
    v_writelane_b32 v42, s18, m0
    v_writelane_b32 v43, s19, m0
    s_add_u32 m0, m0, 1
    buffer_store_dword v0, off, s[0:3], s32         // push n
    s_add_u32 s32, s32, 0x200                       // a frame of two dwords

    v_subrev_u32_e32 v0, 1, v0
    s_call_b64 s[30:31], fibonacci                  // a call whose target is in the instruction
    s_waitcnt vmcnt(0)
    s_sub_u32 s32, s32, 0x200
    buffer_load_dword v1, off, s[0:3], s32          // n again
    buffer_store_dword v0, off, s[0:3], s32 offset:4    // fibonacci(n - 1)
    s_add_u32 s32, s32, 0x200
    s_waitcnt vmcnt(0)
    v_subrev_u32_e32 v0, 2, v1
    s_call_b64 s[30:31], fibonacci
    s_sub_u32 s32, s32, 0x200
    buffer_load_dword v1, off, s[0:3], s32 offset:4
    s_waitcnt vmcnt(0)
    v_add_u32_e32 v0, v0, v1

    s_sub_u32 m0, m0, 1                             // pop
    v_readlane_b32 s30, v40, m0
    v_readlane_b32 s31, v41, m0
    v_readlane_b32 s18, v42, m0
    v_readlane_b32 s19, v43, m0
.Lreturn:
    s_mov_b64 exec, s[18:19]
    s_setpc_b64 s[30:31]
.Lend:
.size calls, .Lend-calls

.rodata
.p2align 6
.amdhsa_kernel calls
    .amdhsa_private_segment_fixed_size 128
    .amdhsa_kernarg_size 16
    .amdhsa_user_sgpr_private_segment_buffer 1      // s[0:3]
    .amdhsa_user_sgpr_kernarg_segment_ptr 1         // s[4:5]; the workgroup's number follows in s6
    .amdhsa_system_sgpr_private_segment_wavefront_offset 1 // s7
    .amdhsa_next_free_vgpr 44
    .amdhsa_next_free_sgpr 33
.end_amdhsa_kernel

.amdgpu_metadata
---
amdhsa.version: [ 1, 2 ]
amdhsa.target: amdgcn-amd-amdhsa--gfx900
amdhsa.kernels:
  - .name: calls
    .symbol: calls.kd
    .kernarg_segment_size: 16
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 0
    .private_segment_fixed_size: 128
    .wavefront_size: 64
    .sgpr_count: 39
    .vgpr_count: 44
    .max_flat_workgroup_size: 64
    .args:
      - { .name: numbers, .offset: 0, .size: 8, .value_kind: global_buffer, .address_space: global }
      - { .name: results, .offset: 8, .size: 8, .value_kind: global_buffer, .address_space: global }
.end_amdgpu_metadata
