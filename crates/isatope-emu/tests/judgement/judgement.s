// Kernels about which the emulator has to judge rightly: loops that end and loops that do not, races, uninitialized data, private
// memory, images. A kernel finds the address of its first argument, a buffer, in s[4:5], that of its second one in s[6:7], the
// number of its workgroup in s10, and that of its work-item in v0. s[12:15] is the descriptor of private memory, s11 its offset.
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
        s_mov_b64 s[12:13], s[0:1]
        s_mov_b64 s[14:15], s[2:3]
        s_mov_b32 s11, s9
        s_mov_b32 s10, s8
        s_load_dwordx4 s[4:7], s[6:7], 0x0
        s_waitcnt lgkmcnt(0)
.endm

.macro finish name, lds=0, vgprs=8
        s_endpgm
.L\name\()_end:
        .size   \name, .L\name\()_end-\name
        .section .rodata,"a",@progbits
        .p2align 6
        .amdhsa_kernel \name
                .amdhsa_group_segment_fixed_size \lds
                .amdhsa_private_segment_fixed_size 64
                .amdhsa_kernarg_size 16
                .amdhsa_user_sgpr_private_segment_buffer 1
                .amdhsa_user_sgpr_dispatch_ptr 1
                .amdhsa_user_sgpr_kernarg_segment_ptr 1
                .amdhsa_system_sgpr_workgroup_id_x 1
                .amdhsa_system_sgpr_private_segment_wavefront_offset 1
                .amdhsa_next_free_vgpr \vgprs
                .amdhsa_next_free_sgpr 40
        .end_amdhsa_kernel
.endm

// --- Loops ---------------------------------------------------------------------------------------------------------

// Counts the first number of the buffer down to 0. Registers are the same in every round.
start count_in_memory
        v_mov_b32 v0, 0
.Lmemory:
        global_load_dword v1, v0, s[4:5]
        s_waitcnt vmcnt(0)
        v_add_u32 v1, -1, v1
        global_store_dword v0, v1, s[4:5]
        v_cmp_ne_u32 vcc, 0, v1
        v_mov_b32 v1, 0
        s_waitcnt vmcnt(0)
        s_cbranch_vccnz .Lmemory
finish count_in_memory

// The same with the number in LDS.
start count_in_lds
        v_mov_b32 v0, 0
        global_load_dword v1, v0, s[4:5]
        s_waitcnt vmcnt(0)
        ds_write_b32 v0, v1
.Llds:
        ds_read_b32 v1, v0
        s_waitcnt lgkmcnt(0)
        v_add_u32 v1, -1, v1
        ds_write_b32 v0, v1
        v_cmp_ne_u32 vcc, 0, v1
        v_mov_b32 v1, 0
        s_waitcnt lgkmcnt(0)
        s_cbranch_vccnz .Llds
        global_store_dword v0, v1, s[4:5]
finish count_in_lds, 64

// The same with the number in private memory, as code without optimization has it.
start count_in_private
        v_mov_b32 v0, 0
        global_load_dword v1, v0, s[4:5]
        s_waitcnt vmcnt(0)
        buffer_store_dword v1, off, s[12:15], s11 offset:4
.Lprivate:
        s_waitcnt vmcnt(0)
        buffer_load_dword v1, off, s[12:15], s11 offset:4
        s_waitcnt vmcnt(0)
        v_add_u32 v1, -1, v1
        buffer_store_dword v1, off, s[12:15], s11 offset:4
        v_cmp_ne_u32 vcc, 0, v1
        v_mov_b32 v1, 0
        s_cbranch_vccnz .Lprivate
        global_store_dword v0, v1, s[4:5]
finish count_in_private

// Waits until the clock has advanced by 2000000. Registers are the same in every round.
start wait_for_the_clock
        s_memtime s[16:17]
        s_waitcnt lgkmcnt(0)
        s_add_u32 s16, s16, 2000000
        s_addc_u32 s17, s17, 0
        v_mov_b32 v2, s16
        v_mov_b32 v3, s17
.Lclock:
        s_memtime s[18:19]
        s_waitcnt lgkmcnt(0)
        v_cmp_lt_u64 vcc, s[18:19], v[2:3]
        s_mov_b64 s[18:19], 0
        s_cbranch_vccnz .Lclock
finish wait_for_the_clock

// Never ends: it stores what is there already.
start stores_the_same
        v_mov_b32 v0, 0
        v_mov_b32 v1, 7
.Lsame:
        global_store_dword v0, v1, s[4:5]
        buffer_store_dword v1, off, s[12:15], s11 offset:4
        ds_write_b32 v0, v1
        s_branch .Lsame
finish stores_the_same, 64

// Never ends: it takes a lock and gives it back in memory, LDS and private memory.
start takes_and_gives
        v_mov_b32 v0, 0
        v_mov_b32 v1, 1
.Ltakes:
        global_store_dword v0, v1, s[4:5]
        ds_write_b32 v0, v1
        buffer_store_dword v1, off, s[12:15], s11 offset:4
        global_store_dword v0, v0, s[4:5]
        ds_write_b32 v0, v0
        buffer_store_dword v0, off, s[12:15], s11 offset:4
        s_branch .Ltakes
finish takes_and_gives, 64

// Counts in LDS without an end, with a barrier in the loop.
start counts_without_end
        v_mov_b32 v1, 0
        v_mov_b32 v2, 1
.Lcounts:
        s_barrier
        ds_add_u32 v1, v2
        s_branch .Lcounts
finish counts_without_end, 64

// --- Images --------------------------------------------------------------------------------------------------------

// Loads a texel of the image whose descriptor is in the second buffer: coordinates v2 and v3, the last registers of the kernel.
start loads_a_texel
        s_load_dwordx8 s[16:23], s[6:7], 0x0
        s_waitcnt lgkmcnt(0)
        v_mov_b32 v2, 1
        v_mov_b32 v3, 0
        image_load v1, v[2:3], s[16:23] dmask:0x1 unorm
        v_mov_b32 v0, 0
        s_waitcnt vmcnt(0)
        global_store_dword v0, v1, s[4:5]
finish loads_a_texel, 0, 4

// Samples it, with a sampler after the descriptor.
start samples_a_texel
        s_load_dwordx8 s[16:23], s[6:7], 0x0
        s_load_dwordx4 s[24:27], s[6:7], 0x20
        s_waitcnt lgkmcnt(0)
        v_mov_b32 v2, 0.5
        v_mov_b32 v3, 0.5
        image_sample_lz v1, v[2:3], s[16:23], s[24:27] dmask:0x1
        v_mov_b32 v0, 0
        s_waitcnt vmcnt(0)
        global_store_dword v0, v1, s[4:5]
finish samples_a_texel, 0, 4

// Stores a texel, and adds to one.
start changes_a_texel
        s_load_dwordx8 s[16:23], s[6:7], 0x0
        s_waitcnt lgkmcnt(0)
        v_mov_b32 v1, 40
        v_mov_b32 v2, 1
        v_mov_b32 v3, 0
        image_store v1, v[2:3], s[16:23] dmask:0x1 unorm
        s_waitcnt vmcnt(0)
        v_mov_b32 v1, 2
        v_cmpx_eq_u32 vcc, 0, v0
        image_atomic_add v1, v[2:3], s[16:23] dmask:0x1 unorm
finish changes_a_texel, 0, 4

// --- Dimensions ----------------------------------------------------------------------------------------------------

// Stores the word of the dispatch packet that has the number of dimensions. (s[4:5] are the packet's address at the start.)
        .text
        .globl  dimensions
        .p2align 8
        .type   dimensions,@function
dimensions:
        s_load_dword s16, s[4:5], 0x0
        s_load_dwordx2 s[4:5], s[6:7], 0x0
        s_waitcnt lgkmcnt(0)
        s_lshr_b32 s16, s16, 16
        v_mov_b32 v0, 0
        v_mov_b32 v1, s16
        global_store_dword v0, v1, s[4:5]
finish dimensions

// --- Races ---------------------------------------------------------------------------------------------------------

// Two wavefronts. After the barrier the first one reads what the second one stores again, unchanged.
start same_value
        v_lshlrev_b32 v1, 2, v0
        v_mov_b32 v2, 7
        ds_write_b32 v1, v2
        s_waitcnt lgkmcnt(0)
        s_barrier
        v_cmp_gt_u32 vcc, 64, v0
        s_cbranch_vccz .Lsecond
        ds_read_b32 v3, v1 offset:256
        s_waitcnt lgkmcnt(0)
        global_store_dword v1, v3, s[4:5]
        s_endpgm
.Lsecond:
        ds_write_b32 v1, v2
finish same_value, 512

// All lanes store their number to the same place.
start lanes_differ
        v_mov_b32 v1, 0
        global_store_dword v1, v0, s[4:5]
finish lanes_differ

// All lanes store the same number to the same place.
start lanes_agree
        v_mov_b32 v1, 0
        global_store_dword v1, v1, s[4:5]
finish lanes_agree

// Each lane reads what its neighbour has stored, without a barrier.
start lanes_without_a_barrier
        v_lshlrev_b32 v1, 2, v0
        v_xor_b32 v2, 4, v1
        ds_write_b32 v1, v0
        s_waitcnt lgkmcnt(0)
        ds_read_b32 v3, v2
        s_waitcnt lgkmcnt(0)
        global_store_dword v1, v3, s[4:5]
finish lanes_without_a_barrier, 512

// The same with a barrier.
start lanes_with_a_barrier
        v_lshlrev_b32 v1, 2, v0
        v_xor_b32 v2, 4, v1
        ds_write_b32 v1, v0
        s_waitcnt lgkmcnt(0)
        s_barrier
        ds_read_b32 v3, v2
        s_waitcnt lgkmcnt(0)
        global_store_dword v1, v3, s[4:5]
finish lanes_with_a_barrier, 512

// The first wavefront counts with an atomic operation, the second one reads the count, without a barrier.
start atomic_and_plain
        v_mov_b32 v1, 0
        v_mov_b32 v2, 1
        v_cmp_gt_u32 vcc, 64, v0
        s_cbranch_vccz .Lreads
        ds_add_u32 v1, v2
        s_endpgm
.Lreads:
        ds_read_b32 v3, v1
        s_waitcnt lgkmcnt(0)
        v_lshlrev_b32 v1, 2, v0
        global_store_dword v1, v3, s[4:5]
finish atomic_and_plain, 64

// Three workgroups read a number and one stores it: the last one.
start many_readers
        v_mov_b32 v1, 0
        s_cmp_eq_u32 s10, 2
        s_cbranch_scc1 .Lstores
        s_barrier
        global_load_dword v2, v1, s[4:5]
        s_endpgm
.Lstores:
        global_store_dword v1, v1, s[4:5]
finish many_readers

// --- Uninitialized data --------------------------------------------------------------------------------------------

// Copies a structure of two words from private memory, of which the second one is padding.
start copies_padding
        v_lshlrev_b32 v1, 3, v0
        buffer_store_dword v0, off, s[12:15], s11 offset:8
        s_waitcnt vmcnt(0)
        buffer_load_dword v2, off, s[12:15], s11 offset:8
        buffer_load_dword v3, off, s[12:15], s11 offset:12
        s_waitcnt vmcnt(0)
        global_store_dwordx2 v1, v[2:3], s[4:5]
finish copies_padding

// Copies two structures like that, and goes on in another way if the padding of a copy is not 0.
start uses_padding
        v_lshlrev_b32 v1, 3, v0
        buffer_store_dword v0, off, s[12:15], s11 offset:8
        s_waitcnt vmcnt(0)
        buffer_load_dword v2, off, s[12:15], s11 offset:8
        buffer_load_dword v3, off, s[12:15], s11 offset:12
        s_waitcnt vmcnt(0)
        global_store_dwordx2 v1, v[2:3], s[4:5]
        s_waitcnt vmcnt(0)
        global_load_dword v4, v1, s[4:5] offset:4
        s_waitcnt vmcnt(0)
        v_cmp_ne_u32 vcc, 0, v4
        s_cbranch_vccnz .Lother
        s_nop 0
.Lother:
finish uses_padding

// Copies a word of private memory that nobody has written, and nothing beside it.
start copies_nothing
        v_lshlrev_b32 v1, 2, v0
        buffer_load_dword v2, off, s[12:15], s11 offset:16
        s_waitcnt vmcnt(0)
        global_store_dword v1, v2, s[4:5]
finish copies_nothing

// Adds to such a word.
start computes_nothing
        v_lshlrev_b32 v1, 3, v0
        buffer_load_dword v2, off, s[12:15], s11 offset:16
        s_waitcnt vmcnt(0)
        v_add_u32 v3, v2, v0
        v_mov_b32 v2, 0
        global_store_dwordx2 v1, v[2:3], s[4:5]
finish computes_nothing

// --- Private memory and permissions --------------------------------------------------------------------------------

// Stores a dword of private memory to an odd address: it does not fit into the lane's dword.
start private_misaligned
        v_mov_b32 v1, 6
        buffer_store_dword v0, v1, s[12:15], s11 offen
finish private_misaligned

// Stores two bytes within a dword of private memory, and copies the dword.
start private_aligned
        v_lshlrev_b32 v3, 2, v0
        v_mov_b32 v1, 6
        buffer_store_dword v1, off, s[12:15], s11 offset:4
        s_waitcnt vmcnt(0)
        buffer_store_short v0, v1, s[12:15], s11 offen
        s_waitcnt vmcnt(0)
        buffer_load_dword v2, off, s[12:15], s11 offset:4
        s_waitcnt vmcnt(0)
        global_store_dword v3, v2, s[4:5]
finish private_aligned

// Copies the second buffer to the first one.
start copies
        v_lshlrev_b32 v1, 2, v0
        global_load_dword v2, v1, s[6:7]
        s_waitcnt vmcnt(0)
        global_store_dword v1, v2, s[4:5]
finish copies

// Computes which lanes run on from a mask of which only the bits of the active lanes are written, as compilers do for loops
// that lanes leave one by one.
start masks_of_active_lanes
        v_cmp_gt_u32 vcc, 5, v0
        s_and_saveexec_b64 s[20:21], vcc
        s_or_b64 s[30:31], s[30:31], exec
        s_andn2_b64 s[30:31], s[30:31], exec
        v_cmp_eq_u32 vcc, 0, v0
        s_and_b64 s[34:35], vcc, exec
        s_or_b64 s[30:31], s[30:31], s[34:35]
        s_and_b64 s[34:35], exec, s[30:31]
        s_andn2_b64 exec, exec, s[34:35]
        s_mov_b64 exec, s[20:21]
finish masks_of_active_lanes

// Uses the byte of a word that is written, and then the word.
.macro byte name, mask
start \name
        v_mov_b32_sdwa v3, v0 dst_sel:BYTE_1 dst_unused:UNUSED_PRESERVE src0_sel:DWORD
        v_and_b32 v4, \mask, v3
        v_cmp_gt_u32 vcc, 0x300, v4
        s_cbranch_vccnz .L\name\()_other
        s_nop 0
.L\name\()_other:
finish \name
.endm

byte written_byte, 0xff00
byte written_byte_and_more, 0x7f00ff00

// --- Results that other values rarely change -----------------------------------------------------------------------

.macro decides name, compare:vararg
start \name
        buffer_load_dword v2, off, s[12:15], s11 offset:16
        buffer_load_dword v3, off, s[12:15], s11 offset:20
        s_waitcnt vmcnt(0)
        v_and_b32 v4, 1, v2
        \compare
        s_cbranch_vccnz .L\name\()_other
        s_nop 0
.L\name\()_other:
finish \name
.endm

// Branches if a word, or a pair of words, that nobody has written has a sign or a value.
decides is_negative, v_cmp_gt_i32 vcc, 0, v2
decides is_seven, v_cmp_eq_u32 vcc, 7, v2
decides is_work_item, v_cmp_eq_u32 vcc, v0, v2
decides is_one, v_cmp_eq_f64 vcc, 1.0, v[2:3]
// A single bit is never 7, a word is always itself, and no number without a sign is below 0.
decides bit_is_seven, v_cmp_eq_u32 vcc, 7, v4
decides is_itself, v_cmp_ne_u32 vcc, v2, v2
decides is_below_nothing, v_cmp_gt_u32 vcc, 0, v2

// Stores the lower one of 0 and such a word, which is the word only if it is negative.
start lower_one
        v_lshlrev_b32 v1, 2, v0
        buffer_load_dword v2, off, s[12:15], s11 offset:16
        s_waitcnt vmcnt(0)
        v_min_i32 v2, 0, v2
        global_store_dword v1, v2, s[4:5]
finish lower_one

// Overwrites the low byte of a word of private memory that nobody has written, and asks for some of its bits.
.macro partly name, mask, value
start \name
        buffer_load_dword v2, off, s[12:15], s11 offset:16
        s_waitcnt vmcnt(0)
        v_and_b32 v2, 0xfffffff0, v2
        v_or_b32 v2, 5, v2
        buffer_store_dword v2, off, s[12:15], s11 offset:16
        s_waitcnt vmcnt(0)
        buffer_load_dword v3, off, s[12:15], s11 offset:16
        s_waitcnt vmcnt(0)
        v_and_b32 v3, \mask, v3
        v_cmp_eq_u32 vcc, \value, v3
        s_cbranch_vccnz .L\name\()_other
        s_nop 0
.L\name\()_other:
finish \name
.endm

partly written_bits, 15, 5
partly written_bits_and_more, 31, 5

// Asks whether the sign of such a word is set, after a mask without it, and whether a word that is 0 or -1 is 7.
start sign_is_masked
        buffer_load_dword v2, off, s[12:15], s11 offset:16
        s_waitcnt vmcnt(0)
        v_and_b32 v3, 0x7fffffff, v2
        v_cmp_gt_i32 vcc, 0, v3
        s_cbranch_vccnz .Lmasked
        v_lshlrev_b32 v3, 15, v2
        v_ashrrev_i32 v3, 31, v3
        v_cmp_eq_u32 vcc, 7, v3
        s_cbranch_vccnz .Lmasked
        s_nop 0
.Lmasked:
finish sign_is_masked

// Stores such a word to private memory again, and asks whether it is 7.
start copy_is_seven
        buffer_load_dwordx2 v[2:3], off, s[12:15], s11 offset:16
        s_waitcnt vmcnt(0)
        buffer_store_dwordx2 v[2:3], off, s[12:15], s11 offset:24
        s_waitcnt vmcnt(0)
        buffer_load_dword v4, off, s[12:15], s11 offset:28
        s_waitcnt vmcnt(0)
        v_cmp_eq_u32 vcc, 7, v4
        s_cbranch_vccnz .Lseven
        s_nop 0
.Lseven:
finish copy_is_seven

// Writes an uninitialized register to a lane and a constant to another one, and makes the mask of active lanes of the first.
start writes_lanes
        v_writelane_b32 v3, s30, 3
        s_mov_b32 s20, 5
        v_writelane_b32 v3, s20, 4
        v_readlane_b32 s22, v3, 3
        s_mov_b32 s23, 0
        s_nop 4
        s_mov_b64 exec, s[22:23]
finish writes_lanes

// --- Locks and flags -----------------------------------------------------------------------------------------------

// One work-item of each workgroup takes a lock, adds to a word and gives the lock back; with `around`, the second
// workgroup adds without the lock; with `hasty`, the lock is given back without a wait for the store.
.macro lock name, around, hasty
start \name
        v_cmp_eq_u32 vcc, 0, v0
        s_and_saveexec_b64 s[20:21], vcc
        s_cbranch_execz .L\name\()_out
        v_mov_b32 v1, 0
        v_mov_b32 v2, 1
        v_mov_b32 v3, 0
.L\name\()_taken:
        .ifnb \around
        s_cmp_eq_u32 s10, 1
        s_cbranch_scc1 .L\name\()_inside
        .endif
        global_atomic_cmpswap v3, v1, v[2:3], s[4:5] offset:64 glc
        s_waitcnt vmcnt(0)
        v_cmp_ne_u32 vcc, 0, v3
        v_mov_b32 v3, 0
        s_cbranch_vccnz .L\name\()_taken
.L\name\()_inside:
        global_load_dword v3, v1, s[4:5]
        s_waitcnt vmcnt(0)
        v_add_u32 v3, 1, v3
        global_store_dword v1, v3, s[4:5]
        .ifb \hasty
        s_waitcnt vmcnt(0)
        .endif
        .ifnb \around
        s_cmp_eq_u32 s10, 1
        s_cbranch_scc1 .L\name\()_out
        .endif
        v_mov_b32 v3, 0
        global_atomic_swap v1, v3, s[4:5] offset:64
.L\name\()_out:
finish \name
.endm

lock locks
lock locks_around, around
lock locks_hasty, , hasty

// The first workgroup writes words, passes a barrier and raises a flag with a plain store; the second one waits for the flag, passes
// a barrier and reads the words of the other wavefront. With `late`, the words are written after the barrier.
.macro flag name, late
start \name
        v_lshlrev_b32 v1, 2, v0
        v_mov_b32 v3, 0
        s_cmp_eq_u32 s10, 1
        s_cbranch_scc1 .L\name\()_waits
        .ifb \late
        global_store_dword v1, v0, s[4:5]
        s_waitcnt vmcnt(0)
        .endif
        s_barrier
        .ifnb \late
        global_store_dword v1, v0, s[4:5]
        s_waitcnt vmcnt(0)
        .endif
        v_mov_b32 v2, 1
        v_cmp_eq_u32 vcc, 0, v0
        s_and_saveexec_b64 s[20:21], vcc
        global_store_dword v3, v2, s[6:7]
        s_endpgm
.L\name\()_waits:
        v_cmp_eq_u32 vcc, 0, v0
        s_and_saveexec_b64 s[20:21], vcc
        s_cbranch_execz .L\name\()_waited
.L\name\()_again:
        global_load_dword v2, v3, s[6:7] glc
        s_waitcnt vmcnt(0)
        v_cmp_eq_u32 vcc, 0, v2
        s_cbranch_vccnz .L\name\()_again
.L\name\()_waited:
        s_mov_b64 exec, s[20:21]
        s_barrier
        v_sub_u32 v2, 0x1fc, v1
        global_load_dword v2, v2, s[4:5]
        s_waitcnt vmcnt(0)
finish \name
.endm

flag flag_after_barrier
flag flag_without_barrier, late
