// Calls: functions that are not inlined, a table of pointers to them, more arguments than registers, a function that calls itself
#include "kernel.h"
typedef uint (*operation)(uint, uint);
NOINLINE uint sum(uint a, uint b) { return a + b; }
NOINLINE uint product(uint a, uint b) { return a * b; }
NOINLINE uint mixed(uint a, uint b) { return (a ^ b) * 0x9e3779b1u >> 3; }
NOINLINE uint power(uint a, uint b) { return b == 0 ? 1 : b & 1 ? a * power(a, b - 1) : power(a * a, b >> 1); }
__constant operation table[4] = { sum, product, mixed, power };
NOINLINE uint many(uint16 a, uint16 b, uint c) {
  uint r = c;
  for (int i = 0; i < 16; i++) r = r * 31 + a[i] - (b[i] ^ r);
  return r;
}
__kernel SIZED(64) void calls(__global const uint *in, __global uint *out, uint which) {
  uint i = GROUP_ID(x) * 64 + LOCAL_ID(x), a = in[i];
  uint16 x, y;
  for (int k = 0; k < 16; k++) { x[k] = a + k; y[k] = a * k; }
  uint r = table[which & 3](a, 5);                // one for all lanes
  r = r * 7 + table[a >> 2 & 3](r, a & 15);       // one for each lane
  if (a & 1) r += many(x, y, r);
  out[i] = r;
}
