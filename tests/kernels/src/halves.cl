// Half precision: one by one and in pairs, fused or not, minimum and maximum, to and from integers
#include "kernel.h"
__kernel SIZED(64) void halves(__global const half2 *a, __global const half2 *b, __global half2 *out, __global short *whole) {
  uint i = GROUP_ID(x) * 64 + LOCAL_ID(x);
  half2 x = a[i], y = b[i];
  __global half2 *p = out + i * 8;
  p[0] = x + y;
  p[1] = x * y - x;
  p[2] = __builtin_elementwise_fma(x, y, (half2)(0.5h, -2.0h));
  p[3] = __builtin_elementwise_max(__builtin_elementwise_min(x, y), (half2)(-1.0h, 0.25h));
  p[4] = (half2)(x.y, y.x) * (half2)(-1.0h, 3.0h);
  p[5] = (half2)(__builtin_elementwise_floor(x.x), __builtin_elementwise_trunc(y.y));
  p[6] = x.x > y.x ? x : y.yx;
  p[7] = (half2)((half)(float)(i * 3), (half)((float)x.y * 0.125f));
  whole[2 * i] = (short)x.x;
  whole[2 * i + 1] = (ushort)__builtin_elementwise_abs(y.y);
}
