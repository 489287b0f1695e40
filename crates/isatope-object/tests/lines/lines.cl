static float square(float x) {
  return x * x;
}

static float norm(float a, float b) {
  float sum = square(a);
  sum += square(b);
  return sum;
}

__attribute__((noinline)) static float slow(float x) {
  for (int i = 0; i < 10; i++)
    x = x * 1.5f + square(x);
  return x;
}

__kernel void lines(__global float *out, __global const float *in) {
  uint i = __builtin_amdgcn_workitem_id_x();
  float r = norm(in[i], in[i + 1]);
  if (r > 2.0f)
    r = slow(r);
  out[i] = r;
}

__kernel void second(__global float *out) {
  out[0] = 1.0f;
}
