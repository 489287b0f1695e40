// Private arrays far too large for registers: a shuffle, a heap and bytes, each indexed by data
#include "kernel.h"
NOINLINE void sift(uint *heap, uint root, uint n) {
  for (;;) {
    uint child = 2 * root + 1;
    if (child >= n) return;
    if (child + 1 < n && heap[child + 1] > heap[child]) child++;
    if (heap[root] >= heap[child]) return;
    uint t = heap[root]; heap[root] = heap[child]; heap[child] = t;
    root = child;
  }
}
__kernel SIZED(64) void deep(__global const uint *in, __global uint *out, uint n) {
  uint i = GROUP_ID(x) * 64 + LOCAL_ID(x), heap[48], state = in[i];
  uchar order[96];
  ulong wide[8];
  for (uint k = 0; k < 96; k++) order[k] = k;
  for (uint k = 95; k > 0; k--) {
    state = state * 1664525 + 1013904223;
    uint j = (state >> 16) % (k + 1);
    uchar t = order[k]; order[k] = order[j]; order[j] = t;
  }
  for (uint k = 0; k < n; k++) heap[k] = order[k] * 2654435761u ^ state;
  for (uint k = n / 2; k-- > 0;) sift(heap, k, n);
  for (uint k = n; k-- > 1;) { uint t = heap[0]; heap[0] = heap[k]; heap[k] = t; sift(heap, 0, k); }
  for (uint k = 0; k < 8; k++) wide[k] = 0;
  for (uint k = 0; k < n; k++) wide[order[k + 10] & 7] += (ulong)heap[k] << (k & 31);
  ulong r = 0;
  for (uint k = 0; k < 8; k++) r = r * 1099511628211ul ^ wide[k];
  out[2 * i] = (uint)r;
  out[2 * i + 1] = (uint)(r >> 32);
}
