// A lock that workgroups take to change several numbers at once, and clocks that never go back
#include "kernel.h"
__kernel SIZED(64) void spin(__global atomic_uint *lock, __global uint *shared, __global uint *out) {
  uint l = LOCAL_ID(x), g = GROUP_ID(x), i = g * 64 + l;
  ulong before = __builtin_amdgcn_s_memtime();
  if (l == 0) {
    uint free = 0;
    while (!__opencl_atomic_compare_exchange_strong(lock, &free, g + 1, memory_order_acquire, memory_order_relaxed, memory_scope_device)) {
      free = 0;
      __builtin_amdgcn_s_sleep(1);
    }
    uint a = shared[0], b = shared[1];
    shared[0] = a + b + 1;
    shared[1] = b + 1;
    shared[2] += a >= b;
    __opencl_atomic_store(lock, 0, memory_order_release, memory_scope_device);
  }
  BARRIER();
  ulong after = __builtin_amdgcn_s_memtime();
  out[i] = (after > before) + 2 * (__opencl_atomic_load(lock, memory_order_relaxed, memory_scope_device) != g + 1);
}
