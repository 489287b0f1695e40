// Workgroups put numbers into buckets, in any order; whichever ends last puts every bucket in order
#include "kernel.h"
__kernel SIZED(64) void lastblock(__global const uint *in, __global atomic_uint *cursor, __global uint *bucket, __global atomic_uint *finished, __global uint *out, uint groups) {
  __local uint last;
  uint l = LOCAL_ID(x), i = GROUP_ID(x) * 64 + l, v = in[i], b = v & 15;
  uint slot = __opencl_atomic_fetch_add(&cursor[b], 1, memory_order_relaxed, memory_scope_device);
  bucket[b * 64 + slot] = v;
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "agent");
  BARRIER();
  if (l == 0) last = __opencl_atomic_fetch_add(finished, 1, memory_order_acq_rel, memory_scope_device) == groups - 1;
  BARRIER();
  if (!last) return;
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "agent");
  if (l >= 16) return;
  uint n = __opencl_atomic_load(&cursor[l], memory_order_relaxed, memory_scope_device);
  __global uint *p = bucket + l * 64;
  for (uint k = 1; k < n; k++) {
    uint x = p[k], j = k;
    for (; j > 0 && p[j - 1] > x; j--) p[j] = p[j - 1];
    p[j] = x;
  }
  uint r = n;
  for (uint k = 0; k < n; k++) r = r * 16777619 ^ p[k];
  out[l] = r;
}
