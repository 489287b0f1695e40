// Lanes that read each other's registers, with some of them switched off
#include "kernel.h"
__kernel SIZED(64) void lanes(__global const uint *in, __global uint *out) {
  uint l = LOCAL_ID(x), v = in[GROUP_ID(x) * 64 + l];
  __global uint *p = out + GROUP_ID(x) * 1024 + l;
  p[0] = __builtin_amdgcn_ds_bpermute((l * 5 + 3) << 2, v);
  p[64] = __builtin_amdgcn_ds_permute((l ^ 21) << 2, v);
  p[128] = __builtin_amdgcn_ds_swizzle(v, 0x041f);
  p[192] = __builtin_amdgcn_ds_swizzle(v, 0x8093);
  p[256] = __builtin_amdgcn_mov_dpp(v, 0x1b, 0xf, 0xf, 1);
  p[320] = __builtin_amdgcn_update_dpp(l, v, 0x113, 0xa, 0x7, 0);
  p[384] = __builtin_amdgcn_update_dpp(l, v, 0x142, 0xf, 0xf, 0);
  p[448] = __builtin_amdgcn_readlane(v, 37) + __builtin_amdgcn_readfirstlane(v);
  ulong odd = __builtin_amdgcn_uicmp(v & 1, 1, 32);
  p[512] = (uint)odd ^ (uint)(odd >> 32);
  p[576] = __builtin_amdgcn_mbcnt_hi((uint)(odd >> 32), __builtin_amdgcn_mbcnt_lo((uint)odd, 1000));
  p[640] = 7;
  if (v & 1) {
    // Only lanes with odd numbers are here: an even one has nothing to give.
    uint pos = __builtin_amdgcn_mbcnt_hi(-1, __builtin_amdgcn_mbcnt_lo(-1, 0));
    p[640] = __builtin_amdgcn_ds_bpermute((pos ^ 1) << 2, v);
    p[704] = __builtin_amdgcn_update_dpp(l, v, 0x4e, 0xf, 0xf, 0);
    p[768] = __builtin_amdgcn_readfirstlane(v);
  }
  p[832] = __builtin_amdgcn_update_dpp(0, v, 0x140, 0xf, 0xf, 0) + __builtin_amdgcn_update_dpp(0, v, 0x134, 0xf, 0xf, 0);
  p[896] = __builtin_amdgcn_perm(v, l, 0x0c010607) + __builtin_amdgcn_alignbyte(v, l, 3) + __builtin_amdgcn_sad_u8(v, ~v, l);
  p[960] = __builtin_amdgcn_ubfe(v, l & 31, 7) - __builtin_amdgcn_lerp(v, 0x01020304 * l, 0x01010101);
}
