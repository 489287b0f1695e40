// gfx900 llvm
.kernel k
.config
.gallium
.amdhsa_kernal k
.comm x, 4, 32
.amdgpu_lds big, 65537
