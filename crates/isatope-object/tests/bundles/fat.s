.section .hip_fatbin, "a", @progbits
.p2align 12
.incbin "plain.hipfb"
.p2align 12
.incbin "zstd.hipfb"
.p2align 12
.incbin "zlib.hipfb"
