.rocm
.gpu Fiji
.newbinfmt
.kernel a
.config
.dims x
.arg p, "pipe", 8, , pipe, struct
.text
a: .skip 256
s_endpgm
