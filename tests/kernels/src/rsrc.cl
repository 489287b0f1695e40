// Buffer descriptors: loads behind the end give 0, stores there do nothing
#include "kernel.h"
#define DWORDS 0x27000  // word 3: data of 32 bits, as the program has it
__kernel SIZED(64) void rsrc(__global uint *in, __global uint *out, uint bytes) {
  uint i = GROUP_ID(x) * 64 + LOCAL_ID(x);
  __amdgpu_buffer_rsrc_t r = __builtin_amdgcn_make_buffer_rsrc(in, 0, bytes, DWORDS);
  __amdgpu_buffer_rsrc_t w = __builtin_amdgcn_make_buffer_rsrc(out, 0, bytes * 2, DWORDS);
  uint a = __builtin_amdgcn_raw_buffer_load_b32(r, i * 4, 0, 0);
  uint b = __builtin_amdgcn_raw_buffer_load_b8(r, i * 3 + 1, 0, 0);
  uint c = __builtin_amdgcn_raw_buffer_load_b16(r, i * 6, 0, 0);
  uint2 d = __builtin_amdgcn_raw_buffer_load_b64(r, i * 8, 0, 0);
  uint4 q = __builtin_amdgcn_raw_buffer_load_b128(r, i * 16, 0, 0);
  __builtin_amdgcn_raw_buffer_store_b64((uint2)(a + b * c, d.x ^ d.y ^ q.x ^ q.y * 3 ^ q.z * 5 ^ q.w * 7), w, i * 8, 0, 0);
}
