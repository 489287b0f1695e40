NOP.wait0126
ATEST.discard @r60, ^r60, 0x3F800000, atest_datum.w0
NOP.wait0
MOV.i32.wait r0, 0x0
MOV.i32 r1, 0x0
BLEND.slot0.v4.f16.end @r0:r1, blend_descriptor_0.w0, r60, target:0x0
IADD_IMM.i32 r48, 0x0, #0x0
BRANCHZI.eq.absolute 0x0, blend_descriptor_0.w1
