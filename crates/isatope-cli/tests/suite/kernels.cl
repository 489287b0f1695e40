// Kernels for tests of manifests.

typedef struct {
  float factor;
  char sign;
  struct {
    double offset;
    uint index;
  } inner;
  global const float *more;
} Parameters;

// y[i] = sign * factor * i + offset + more[index]
kernel void affine(global float *y, Parameters p) {
  uint i = __builtin_amdgcn_workgroup_id_x() * 64 + __builtin_amdgcn_workitem_id_x();
  y[i] = p.sign * p.factor * i + (float)p.inner.offset + p.more[p.inner.index];
}

// A pass of a bitonic sort: 2^stage elements are in order, in two directions.
kernel void sort(global uint *x, uint stage, uint pass) {
  uint i = __builtin_amdgcn_workgroup_id_x() * 64 + __builtin_amdgcn_workitem_id_x();
  uint distance = 1u << (stage - pass);
  uint left = (i / distance) * 2 * distance + i % distance, right = left + distance;
  uint a = x[left], b = x[right];
  bool down = (i >> stage) & 1;
  if ((a > b) != down) { x[left] = b; x[right] = a; }
}

// Adds 1 to all elements.
kernel void increment(global uint *x) { x[__builtin_amdgcn_workgroup_id_x() * 64 + __builtin_amdgcn_workitem_id_x()]++; }

// The sum of the components of a vector, of those of another one, and a sum of a buffer.
kernel void vectors(global float *out, float4 a, float3 b, global const float *c) {
  *out = a.x + 2 * a.y + 3 * a.z + 4 * a.w + 5 * b.x + 6 * b.y + 7 * b.z + c[0];
}
