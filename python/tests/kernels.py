"""Kernels for tests, in assembly with metadata."""

import isatope as isa

HEAD = """
.amdgcn_target "amdgcn-amd-amdhsa--gfx900"
.text
.globl {name}
.p2align 8
.type {name},@function
{name}:
{code}
.size {name}, .-{name}
.rodata
.p2align 6
.amdhsa_kernel {name}
  .amdhsa_user_sgpr_dispatch_ptr 1
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
  .amdhsa_next_free_vgpr 8
  .amdhsa_next_free_sgpr 16
.end_amdhsa_kernel
.amdgpu_metadata
---
amdhsa.version: [ 1, 2 ]
amdhsa.target: amdgcn-amd-amdhsa--gfx900
amdhsa.kernels:
  - .name: {name}
    .symbol: {name}.kd
    .kernarg_segment_size: {size}
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 0
    .private_segment_fixed_size: 0
    .wavefront_size: 64
    .sgpr_count: 16
    .vgpr_count: 8
    .max_flat_workgroup_size: 64
    .args:
{args}
.end_amdgpu_metadata
"""


def kernel(name: str, code: str, args: "list[str]", size: int) -> isa.Kernel:
    """A kernel with the dispatch packet in s[0:1], the arguments in s[2:3], and the number of the work-item in v0."""
    lines = "\n".join(f"      - {{ {arg} }}" for arg in args)
    text = HEAD.format(name=name, code=code, args=lines, size=size)
    return isa.open(isa.Source(text, dialect="llvm").object()).kernel(name)


def buffer(name: str, offset: int, is_const: bool = False) -> str:
    const = ", .is_const: true" if is_const else ""
    return f".name: {name}, .offset: {offset}, .size: 8, .value_kind: global_buffer, .address_space: global{const}"


def bytes_of_value(type_name: str, size: int) -> isa.Kernel:
    """A kernel that stores the bytes of its second argument, a value, into the buffer that is the first one."""
    code = """
  s_load_dwordx2 s[4:5], s[2:3], 0x0
  v_mov_b32 v2, s3
  v_add_co_u32 v1, vcc, s2, v0
  v_addc_co_u32 v2, vcc, 0, v2, vcc
  global_load_ubyte v3, v[1:2], off offset:16
  s_waitcnt vmcnt(0) lgkmcnt(0)
  global_store_byte v0, v3, s[4:5]
  s_endpgm"""
    name = f".type_name: {type_name}, " if type_name else ""
    value = f".name: value, {name}.offset: 16, .size: {size}, .value_kind: by_value"
    return kernel("store", code, [buffer("out", 0), value], 16 + size)


def sum_of_two(is_const: bool = True) -> isa.Kernel:
    """A kernel that adds the floats of two buffers that it only reads, if the metadata say that."""
    code = """
  s_load_dwordx4 s[4:7], s[2:3], 0x0
  s_load_dwordx2 s[8:9], s[2:3], 0x10
  v_lshlrev_b32 v0, 2, v0
  s_waitcnt lgkmcnt(0)
  global_load_dword v1, v0, s[4:5]
  global_load_dword v2, v0, s[6:7]
  s_waitcnt vmcnt(0)
  v_add_f32 v1, v1, v2
  global_store_dword v0, v1, s[8:9]
  s_endpgm"""
    return kernel("sum", code, [buffer("a", 0, is_const), buffer("b", 8, is_const), buffer("c", 16)], 24)


def dimensions() -> isa.Kernel:
    """A kernel that stores the number of dimensions in its dispatch packet: HSA's `setup`."""
    code = """
  s_load_dwordx2 s[4:5], s[2:3], 0x0
  s_load_dword s6, s[0:1], 0x0
  s_waitcnt lgkmcnt(0)
  s_bfe_u32 s6, s6, 0x20010
  v_mov_b32 v1, 0
  v_mov_b32 v2, s6
  global_store_dword v1, v2, s[4:5]
  s_endpgm"""
    return kernel("dimensions", code, [buffer("out", 0)], 8)
