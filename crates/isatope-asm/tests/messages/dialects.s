// gfx900 llvm
.kernel k
.config
.gallium
.amdhsa_kernal k
.comm x, 4, 3
.amdgpu_lds big, 65537
