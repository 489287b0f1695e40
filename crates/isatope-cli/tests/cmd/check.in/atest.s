LD_VAR_IMM.slot2.v4.f32.center.store @r0:r1:r2:r3, r61, table:0x0, index:0x0
MOV.i32.wait01 r4, 0x3F800000
ATEST.wait0 @r60, ^r60, r4, atest_datum.w0
NOP.wait
BLEND.slot0.v4.f32.end @r0:r1:r2:r3, blend_descriptor_0.w0, r60, target:0x0
IADD_IMM.i32 r48, 0x0, #0x0
BRANCHZI.eq.absolute 0x0, blend_descriptor_0.w1
