.rocm
.gpu Fiji
.newbinfmt
.kernel a
.config
.dims x
.arg n, "image2d_t", 8, , image, struct
.arg p, "pipe", 8, , pipe, struct, read_only
.text
a: .skip 256
s_endpgm
