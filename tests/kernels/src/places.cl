// Where a work-item is, in three dimensions, with workgroups cut off at the end of the grid
#include "kernel.h"
__kernel void places(__global uint *out) {
  uint sx = PACKET_SIZE(0), sy = PACKET_SIZE(1), sz = PACKET_SIZE(2), nx = GRID_SIZE(x), ny = GRID_SIZE(y), nz = GRID_SIZE(z);
  uint x = GROUP_ID(x) * sx + LOCAL_ID(x), y = GROUP_ID(y) * sy + LOCAL_ID(y), z = GROUP_ID(z) * sz + LOCAL_ID(z);
  __global uint *p = out + ((z * ny + y) * nx + x) * 8;
  p[0] = LOCAL_ID(x) | LOCAL_ID(y) << 8 | LOCAL_ID(z) << 16;
  p[1] = GROUP_ID(x) | GROUP_ID(y) << 8 | GROUP_ID(z) << 16;
  p[2] = sx | sy << 8 | sz << 16;
  p[3] = (nx + sx - 1) / sx | (ny + sy - 1) / sy << 8 | (nz + sz - 1) / sz << 16;
#if CODE_OBJECT >= 5
  // What clang takes for the size of the workgroup, and hidden arguments: whole workgroups, what is left of the grid, dimensions.
  __constant const ushort *h = (__constant const ushort *)__builtin_amdgcn_implicitarg_ptr();
  p[4] = GROUP_SIZE(x) | GROUP_SIZE(y) << 8 | GROUP_SIZE(z) << 16;
  p[5] = h[0] | h[2] << 8 | h[4] << 16;
  p[6] = h[9] | h[10] << 8 | h[11] << 16;
  p[7] = h[32];
#elif CODE_OBJECT == 4
  // Where the grid starts: at 0.
  __constant const ulong *h = (__constant const ulong *)__builtin_amdgcn_implicitarg_ptr();
  p[4] = 100 + h[0];
  p[5] = 200 + h[1];
  p[6] = 300 + h[2];
  p[7] = 4;
#endif
}
