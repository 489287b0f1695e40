// gfx803 llvm
// `-t` cannot help where the source names its target.
.amdgcn_target "amdgcn-amd-amdhsa--gfx803"
global_load_dword v0, v[0:1], off
