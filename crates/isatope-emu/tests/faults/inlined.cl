// Faults in functions that the compiler inlines.

static void put(__global int *out, uint index) {
  out[index] = 1;
}

static void fill(__global int *out, uint index) {
  put(out, 2 * index);
}

static void meet(void) {
  __builtin_amdgcn_s_barrier();
}

// Writes past the end of a buffer with fewer than 127 elements.
__kernel void inlined(__global int *out) {
  fill(out, __builtin_amdgcn_workitem_id_x());
}

// Only the first wavefront comes to the barrier.
__kernel void meeting(__global int *out) {
  uint i = __builtin_amdgcn_workitem_id_x();
  if (i < 64)
    meet();
  out[i] = 1;
}

// Two arguments, of which the second may be null.
__kernel void copying(__global int *to, __global const int *from) {
  uint i = __builtin_amdgcn_workitem_id_x();
  to[i] = from[i];
}
