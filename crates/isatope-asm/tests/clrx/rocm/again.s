.rocm
.gpu Fiji
.kernel a
.config
.dims x
.codeversion 1,0
.kernel b
.config
.dims y
.kernel a
.call_convention 0x34dac
.text
a: .skip 256
s_endpgm
.align 256
b: .skip 256
s_endpgm
.kernel b
.control_directive
.int 1,2,3
.fill 116,1,0
.kernel a
.gds_segment_size 100
.kernel b
.config
.kernel a
.kernel b
.scratchbuffer 111
