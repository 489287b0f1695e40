// gfx803 llvm
// What another target lacks is no error in a source for a target that does not exist.
.amdgcn_target "amdgcn-amd-amdhsa--gfx999"
global_load_dword v0, v[0:1], off
