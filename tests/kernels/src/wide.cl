// Integers of 64 bits: the compiler's divisions, products, shifts and counts
#include "kernel.h"
__kernel SIZED(64) void wide(__global const ulong *a, __global const ulong *b, __global ulong *out) {
  uint i = GROUP_ID(x) * 64 + LOCAL_ID(x);
  ulong x = a[i], y = b[i];
  long s = x, t = y;
  __global ulong *p = out + i * 12;
  p[0] = x / y;
  p[1] = x % y;
  p[2] = s / t;
  p[3] = s % t;
  p[4] = x * y;
  p[5] = (ulong)((unsigned __int128)x * y >> 64);
  p[6] = (ulong)((__int128)s * t >> 64);
  p[7] = x << (y & 63) | x >> (y & 31);
  p[8] = s >> (y & 63);
  p[9] = (ulong)__builtin_popcountl(x) << 32 | __builtin_clzl(x | 1) << 8 | __builtin_ctzl(y);
  p[10] = s < t ? x - y : x + y;
  p[11] = (uint)x / ((uint)y | 1) + ((ulong)((uint)s % ((uint)t | 1)) << 32);
}
