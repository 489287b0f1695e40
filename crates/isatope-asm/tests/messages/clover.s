// gcn1.2 clrx
.gallium
.llvm_version 30800
.kernel first
.entry 111, 1
.arg scalar, 8
.config
.proginfo
.use_ptr64
.spilledsgprs 1
.kernel second
.dims x
.proginfo
.entry 1, 2
.entry 3, 4
.entry 5, 6
.entry 7, 8
.config
.args
.arg sclar, 5
.arg scalar, 4, 4, 3
.arg scalar, 4, 4, 4, zxt
.arg scalar, 4, 4, 4, , ssds
.arg griddim, 4
.text
first:
s_endpgm
