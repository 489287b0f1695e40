// Lines by hand: version 4, where the table contains the names.
.amdgcn_target "amdgcn-amd-amdhsa--gfx900"
.file 1 "/src" "kernel.hip"
.file 2 "include/vector.h"
.file 3 "kernel.h"
.text
s_nop 0
.loc 1 1
s_nop 0
.loc 2 2 3
s_nop 0
.loc 3 1
s_endpgm
.cfi_sections .debug_frame
.cfi_startproc
.cfi_endproc
