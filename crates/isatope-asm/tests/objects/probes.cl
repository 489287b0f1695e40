static int sq(int x) { return x * x + 1; }
static int twice(int x) { if (x > 3) return sq(x) + sq(x + 1); return sq(x); }
__attribute__((noinline)) int other(int x) { return twice(x) * 3 + twice(x + 9); }
kernel void a(global int *o, int n) { for (int i = 0; i < n; i++) { if (o[i] > 2) o[i] = twice(i); else o[i] = other(i); } }
kernel void b(global int *o) { o[0] = sq(o[1]); }
