MOV.i32.wait0126 r0, 0x3F800000
ZS_EMIT.z.slot0.wait0 @r60, r0, 0x0, ^r60
NOP.end
