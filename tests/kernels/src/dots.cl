// Products of small integers, packed, added up in one instruction: with wrapping and with clamping
#include "kernel.h"
typedef short short2v __attribute__((ext_vector_type(2)));
typedef ushort ushort2v __attribute__((ext_vector_type(2)));
__kernel SIZED(64) void dots(__global const uint *a, __global const uint *b, __global uint *out) {
  uint i = GROUP_ID(x) * 64 + LOCAL_ID(x), x = a[i], y = b[i], c = x * 31 ^ y << 3;
  __global uint *p = out + i * 8;
  p[0] = __builtin_amdgcn_udot4(x, y, c, 0);
  p[1] = __builtin_amdgcn_udot4(x, y, c | 0xfffffff0u, 1);
  p[2] = __builtin_amdgcn_sdot4(x, y, c, 0);
  p[3] = __builtin_amdgcn_sdot4(x, y, 0x7ffffff0, 1);
  p[4] = __builtin_amdgcn_udot8(x, y, c, 0);
  p[5] = __builtin_amdgcn_sdot8(x, y, 0x80000000, 1);
  p[6] = __builtin_amdgcn_udot2(as_ushort2(x), as_ushort2(y), c, 0);
  p[7] = __builtin_amdgcn_sdot2(as_short2(x), as_short2(y), (int)c, 1);
}
