.rocm
.gpu Fiji
.newbinfmt
.kernel a
.config
.dims x
.cws 64,1,1
.reqd_work_group_size 128,1,1
.fixed_work_group_size 64,1,1
.vectypehint float4
.vectypehint uchar2
.work_group_size_hint 1,2,3
.work_group_size_hint 0,0,0
.md_sgprsnum 5
.md_sgprsnum 6
.md_symname "one"
.md_symname "two"
.md_language "OpenCL", 1, 2
.md_language "HCC"
.runtime_handle "x"
.runtime_handle "y"
.floatmode 0x1c7
.text
a: .skip 256
s_endpgm
