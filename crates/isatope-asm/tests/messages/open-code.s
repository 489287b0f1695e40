// gfx803 llvm
// The older block, whose fields have no prefix.
.amd_kernel_code_t
  enable_sgpr_dispatch_ptr = 1
  s_nop 0
  s_endpgm
