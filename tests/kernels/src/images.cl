// Images without tiling, by the instructions themselves, for which OpenCL has no builtins without a device library: bytes as integers and as fractions
#include "kernel.h"
#define LOAD(result, x, y, image) __asm__ volatile("image_load %0, %1, %2 dmask:0xf unorm\n\ts_waitcnt vmcnt(0)" : "=v"(result) : "v"((uint2)(x, y)), "s"(image))
#define STORE(value, x, y, image) __asm__ volatile("image_store %0, %1, %2 dmask:0xf unorm" : : "v"(value), "v"((uint2)(x, y)), "s"(image) : "memory")
// A descriptor: four bytes a texel, red first; two dimensions; rows of `pitch` texels. `numbers` is 0 for fractions of 255, 4 for integers.
static uint8 image(__global void *texels, uint numbers, uint width, uint height, uint pitch) {
  ulong at = (ulong)texels >> 8;
#ifdef __GFX9__
  uint tiling = 0;
#else
  uint tiling = 8;
#endif
  uint words[5] = { (uint)at, (uint)(at >> 32) | 10 << 20 | numbers << 26, width - 1 | height - 1 << 14,
                    4 | 5 << 3 | 6 << 6 | 7 << 9 | tiling << 20 | 9u << 28, pitch - 1 << 13 };
  uint8 all = 0;
  for (int i = 0; i < 5; i++) all[i] = __builtin_amdgcn_readfirstlane(words[i]);  // into SGPRs
  return all;
}
__kernel __attribute__((reqd_work_group_size(16, 4, 1))) void images(__global uint *in, __global uint *out, __global float4 *parts, uint width, uint height) {
  uint x = GROUP_ID(x) * 16 + LOCAL_ID(x), y = GROUP_ID(y) * 4 + LOCAL_ID(y);
  uint8 from = image(in, 4, width, height, 32), to = image(out, 4, width, height, 64), fractions = image(in, 0, width, height, 32);
  uint4 here, right;
  float4 part;
  LOAD(here, x, y, from);
  LOAD(right, x + 1, y, from);  // nothing, 0, behind the last column
  LOAD(part, x, y, fractions);
  parts[y * 32 + x] = part;
  uint4 mixed = (here.zyxw + right) >> 1;
  STORE(mixed, x, y, to);       // dropped outside
}
