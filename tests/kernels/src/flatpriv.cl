#define LID __builtin_amdgcn_workitem_id_x()
#define WGX __builtin_amdgcn_workgroup_id_x()
#define BAR() do { __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup"); __builtin_amdgcn_s_barrier(); __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup"); } while (0)
#define WG(x, y) __attribute__((reqd_work_group_size(x, y, 1)))
// flat pointers into private memory, chosen at run time between private, LDS and global; a private array with dynamic index; an LDS append
__attribute__((noinline)) static uint sum(const uint *p, uint n) { uint s = 0; for (uint i = 0; i < n; i++) s = s * 31 + p[i]; return s; }
__attribute__((noinline)) static void put(uint *p, uint i, uint v) { p[i] = v; __builtin_amdgcn_s_sleep(0); }
__kernel WG(64,1) void flatpriv(__global uint *in, __global uint *out) {
  __local uint lds[64]; __local uint counter;
  uint l = LID, g = WGX * 64 + l; uint t[16];
  if (l == 0) counter = 0;
  lds[l] = in[g];
  BAR();
  for (int i = 0; i < 16; i++) put(t, i, in[(g + i) & 127] + i);
  uint *p = (l & 3) == 0 ? t : (l & 3) == 1 ? (uint *)(lds + (l & 32)) : (uint *)(in + (g & 96));
  uint r = sum(p, 16);
  put(t, r & 15, g);
  r += t[(r >> 4) & 15] ^ sum(t, 16);
  if (l & 1) r += __builtin_amdgcn_ds_append(&counter) * 1000;
  BAR();
  out[g] = r + counter;
}
