.rocm
.gpu Vega10
.arch_stepping 2
.kernel foo
.config
.dims x
.machine 1,2,3,4
.text
foo:
.skip 256
s_endpgm
