// Structures by value, arguments of all sizes, and a structure in memory that points to others
#include "kernel.h"
struct shape { char a; short b; int c; double d; float e[3]; uchar f; };
struct links { __global const uint *x; __global const uint *y; ulong n; __global struct links *next; };
__kernel SIZED(64) void records(char small, struct shape s, __global struct links *first, ushort middle, float4 v, __global double *out, uchar3 three) {
  uint i = LOCAL_ID(x);
  double r = s.d + s.e[i % 3] * s.c - s.b;
  uint sum = 0;
  for (__global struct links *p = first; p; p = p->next)
    for (ulong k = 0; k < p->n; k++) sum = sum * 3 + p->x[(i + k) & 15] - p->y[k];
  out[i] = r + sum + small * middle + (double)v[i & 3] + three[i % 3] - s.a * s.f;
}
