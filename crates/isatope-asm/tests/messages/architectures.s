// valhall mesa
.amdhsa_kernel k
.kernel k
.globaldata
.macro m
IADD.s32 r0, r900, r1
.endm
m
