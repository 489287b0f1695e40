.rocm
.gpu Fiji
.newbinfmt
.kernel foo
.config
.dims x
.group_segment_fixed_size 40
.vectypehint float4
.arg n, "uint", 4, , value, u32
.arg m, "uint", 4, , value, u32
.control_directive
.int 1, 2, 4
.fill 116, 1, 7
.kernel bar
.config
.dims x
.kernel none
.config
.dims x
.text
foo:
.skip 256
s_mov_b32 s20, flat_scratch_lo
s_endpgm
.p2align 8
bar:
.skip 256
s_mov_b32 s20, xnack_mask_lo
s_endpgm
.kcode foo, bar
v_mov_b32 v20, 0
.kcode -bar
v_mov_b32 v30, 0
.kcodeend
.kcodeend
.p2align 8
none:
.skip 256
flat_load_dword v1, v[0:1]
s_endpgm
