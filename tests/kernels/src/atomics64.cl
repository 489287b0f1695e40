// Atomics of 64 bits in memory. What they give back depends on the order, its sum does not
#include "kernel.h"
#define RELAXED memory_order_relaxed, memory_scope_device
__kernel SIZED(64) void atomics64(__global const ulong *in, __global atomic_ulong *a, __global atomic_long *s) {
  uint i = GROUP_ID(x) * 64 + LOCAL_ID(x);
  ulong v = in[i];
  __opencl_atomic_fetch_add(&a[0], v, RELAXED);
  __opencl_atomic_fetch_sub(&a[1], v, RELAXED);
  __opencl_atomic_fetch_and(&a[2], v | 0xffff00000000fffful, RELAXED);
  __opencl_atomic_fetch_or(&a[3], v & 0x00000fff00000ff0ul, RELAXED);
  __opencl_atomic_fetch_xor(&a[4], v, RELAXED);
  __opencl_atomic_fetch_min(&a[5], v, RELAXED);
  __opencl_atomic_fetch_max(&a[6], v, RELAXED);
  __opencl_atomic_fetch_min(&s[0], (long)v, RELAXED);
  __opencl_atomic_fetch_max(&s[1], (long)v, RELAXED);
  // A ticket: each number is given out once.
  ulong ticket = __opencl_atomic_fetch_add(&a[7], 1, RELAXED);
  __opencl_atomic_fetch_add(&a[8], ticket * ticket, RELAXED);
  // A multiplication, which is no atomic instruction: tried until nobody came between.
  ulong old = __opencl_atomic_load(&a[9], RELAXED);
  while (!__opencl_atomic_compare_exchange_strong(&a[9], &old, old * (v | 1), memory_order_relaxed, RELAXED));
  // An exchange with a number that is everybody's: all but the first get it back.
  __opencl_atomic_fetch_add(&a[11], __opencl_atomic_exchange(&a[10], 5, RELAXED), RELAXED);
}
