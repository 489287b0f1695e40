// Shortest ways between all pairs of 16 places: barriers in a loop whose length is an argument, between wavefronts that branch apart
#include "kernel.h"
__kernel SIZED(256) void floyd(__global uint *d, uint n) {
  __local uint t[256];
  uint l = LOCAL_ID(x), row = l >> 4, column = l & 15;
  __global uint *p = d + GROUP_ID(x) * 256;
  t[l] = p[l];
  for (uint k = 0; k < n; k++) {
    BARRIER();
    uint way = t[row * 16 + k] + t[k * 16 + column];
    BARRIER();
    if (way < t[l]) t[l] = way;
  }
  BARRIER();
  p[l] = t[column * 16 + row];
}
