.amdgcn_target "amdgcn-amd-amdhsa--gfx900"
.include "load.s"
double:
  load v2
  v_add_f32 v3, v2, v2
.irp lane, 1, 2
  v_readlane_b32 s\lane, v3, \lane
  v_readlane_b32 s8, v4, s\lane
.endr
  s_setpc_b64 s[30:31]
