MOV.i32 r4, r59
MOV.i32 r5, r60
TEX_SINGLE.slot0.f.32.computed.rgba.2d.wait0 @r0:r1:r2:r3, @r4:r5, 0x0
CLPER.i32.subgroup4.discard r0, r4, 0x1000000.b11
NOP.end
