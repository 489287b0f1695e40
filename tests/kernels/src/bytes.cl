// Loads and stores of bytes and shorts, signed and not, aligned and not
#include "kernel.h"
struct __attribute__((packed)) record { uchar tag; ushort size; uint value; char sign; short more; };
__kernel SIZED(64) void bytes(__global const uchar *in, __global uchar *out, __global struct record *packed) {
  uint i = GROUP_ID(x) * 64 + LOCAL_ID(x);
  int a = in[i], b = ((__global const char *)in)[i + 1];
  int c = ((__global const ushort *)in)[i], d = ((__global const short *)in)[i + 1];
  out[i] = a + b;
  ((__global char *)out)[128 + i] = c >> 4;
  ((__global ushort *)out)[128 + i] = d * a;
  ushort2 pair = (ushort2)(((__global const ushort *)in)[2 * i], ((__global const ushort *)in)[i]);
  ((__global ushort2 *)out)[128 + i] = pair.yx + (ushort2)(a, b);
  uchar4 four = ((__global const uchar4 *)in)[i];
  ((__global uchar4 *)out)[256 + i] = four.wzyx * (uchar)3;
  struct record r = packed[i];
  r.value += r.size * r.sign;
  r.size = r.more - r.tag;
  r.more = r.value >> 16;
  r.tag ^= i;
  r.sign = -r.sign;
  packed[i] = r;
}
