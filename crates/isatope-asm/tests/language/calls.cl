__constant int table[4] = {1, 2, 3, 5};
__attribute__((noinline)) int helper(int x, __global int *p) { return x * p[x & 3] + table[x & 3]; }
__attribute__((noinline)) int outer(int x, __global int *p) { return helper(x, p) + helper(x + 1, p); }
extern int elsewhere(int x);
__kernel void one(__global int *p) {
  __local int shared[64];
  int i = get_local_id(0);
  shared[i] = p[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  p[i] = outer(shared[63 - i], p);
}
__kernel void two(__global float *q, float a) { int i = get_global_id(0); q[i] = a * q[i] + native_sin(q[i]); }
__kernel void three(__global double *q) { int i = get_global_id(0); q[i] = q[i] * 3.0 + elsewhere(i); }
