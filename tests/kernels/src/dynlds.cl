// LDS whose size the host says: two arrays behind one that the kernel has
#include "kernel.h"
__kernel SIZED(128) void dynlds(__global const uint *in, __global uint *out, __local uint *keys, __local ulong *sums, uint buckets) {
  __local uint total;
  uint l = LOCAL_ID(x), i = GROUP_ID(x) * 128 + l;
  if (l == 0) total = 0;
  for (uint k = l; k < buckets; k += 128) sums[k] = 0;
  keys[l] = in[i];
  BARRIER();
  uint other = keys[127 - l];
  __opencl_atomic_fetch_add((__local atomic_ulong *)&sums[other % buckets], (ulong)other << 8, memory_order_relaxed, memory_scope_work_group);
  __opencl_atomic_fetch_xor((__local atomic_uint *)&total, other, memory_order_relaxed, memory_scope_work_group);
  BARRIER();
  ulong s = sums[l % buckets];
  out[i] = (uint)(s >> 4) ^ total + other;
}
