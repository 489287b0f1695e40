__constant int table[4] = {1, 2, 3, 4};
__global int counter = 5;
typedef struct { int a; float b[3]; } S;
static __attribute__((noinline)) int leaf(int x) { return x * 7 + table[x & 3]; }
__attribute__((noinline)) float many(__global float *p, int n) {
  float s = 0; for (int i = 0; i < n; i++) s += p[i] * leaf(i); return s;
}
extern int outside(int);
__attribute__((noinline)) void stack(__private S *s, int i) { s->a += i; s->b[i % 3] = outside(i); }
kernel void k1(__global float *p, __global int *q, int n) {
  local int shared_a[64]; local float shared_b[32];
  int l = get_local_id(0);
  shared_a[l] = q[l]; shared_b[l & 31] = p[l];
  barrier(CLK_LOCAL_MEM_FENCE);
  S s; s.a = 1; stack(&s, l);
  q[l] = shared_a[63 - l] + (int)many(p, n) + s.a + counter;
  p[l] = shared_b[l & 7] + s.b[0];
}
kernel void k2(__global double *d, __global long *x, float4 v, __global half *h) {
  int i = get_global_id(0);
  d[i] = fma(d[i], 2.0, (double)v.x) / 3.0;
  x[i] = x[i] / (long)(i + 3) + leaf(i);
  vstore_half(v.y, i, h);
  switch (i & 7) { case 0: d[i] += 1; break; case 1: x[i] = 3; break; case 3: x[i] ^= 5; break; case 6: d[i] = sqrt(d[i]); }
}
kernel void k3(volatile __global int *a, __global const char *fmt) { atomic_add(a, 3); atomic_cmpxchg(a + 1, 2, 3); if (a[2]) printf("hello %d %f\n", a[0], 2.5f); __builtin_trap(); }
