// Recursion, whose stack the compiler cannot measure.
__attribute__((noinline)) int depth(global const int *n, int i) { return i == *n ? 0 : 1 + depth(n, i + 1); }
kernel void count(global const int *n, global int *out) { *out = depth(n, 0); }
