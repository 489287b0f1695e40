#define LID __builtin_amdgcn_workitem_id_x()
#define WGX __builtin_amdgcn_workgroup_id_x()
#define BAR() do { __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup"); __builtin_amdgcn_s_barrier(); __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup"); } while (0)
#define WG(x, y) __attribute__((reqd_work_group_size(x, y, 1)))
typedef uint v16 __attribute__((ext_vector_type(16)));
// a vector in registers that is indexed by a number that all lanes share, read and written; a private array with negative distances
__kernel WG(64,1) void index(__global const uint *in, __global uint *out, uint n) {
  uint g = WGX * 64 + LID; v16 t;
  for (int i = 0; i < 16; i++) t[i] = in[(g * 3 + i) & 127];
  uint r = 0;
  for (uint k = 0; k < n; k++) { uint j = in[k] & 15; r = r * 31 + t[j]; t[(j * 5 + 1) & 15] = r ^ k; }
  volatile uint a[24];
  for (int i = 0; i < 24; i++) a[i] = t[i & 15] + i;
  for (uint k = 0; k < 8; k++) { uint j = (r >> k) & 15; r = r * 7 + a[j + 8 - 3] - a[(j ^ 5) + 8 - 8]; a[j + 4 - 2] = r; }
  uint s = 0; for (int i = 0; i < 24; i++) s = s * 33 + a[i];
  out[g] = r ^ s;
}
