// gfx900 llvm
.macro m a, a
 v_mov_b32 v\a, 1
 .if \a
 s_nop \a
 .endif
.endm
 m 1
 n: m 2, 3
k:
 s_endpgm
.amdhsa_kernel k
 .amdhsa_next_free_vgpr 1 2
1
 .amdhsa_next_free_sgpr 5
.end_amdhsa_kernel
image_sample v[0:3], v0, s[0:7], s[8:11] dmask:0x1f
v_interp_p1_f32 v0, v1, attr33.x
s_mov_b32 s0, gds
