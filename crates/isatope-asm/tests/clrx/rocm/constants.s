.rocm
.gpu Fiji
.newbinfmt
.globaldata
gd:
.byte 1
.kernel a
.config
.dims x
.text
a: .skip 256
s_endpgm
