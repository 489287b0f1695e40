.rocm
.gpu Fiji
.eflags 7
.newbinfmt
.metadata
.ascii "---\nVersion: [ 1, 0 ]\n"
.kernel foo
.config
.dims x
.text
foo:
.skip 256
s_endpgm
