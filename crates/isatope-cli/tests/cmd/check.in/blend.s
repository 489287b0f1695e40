MOV.i32 r0, 0x0
MOV.i32.wait0126 r1, 0x0
BLEND.slot0.v4.f16 @r0:r1, blend_descriptor_0.w0, r60, target:0x2
IADD_IMM.i32 r48, program_counter.w0, #0x8
BRANCHZI.eq.absolute 0x0, blend_descriptor_0.w1
BLEND.slot0.v4.f16.end @r0:r1, blend_descriptor_1.w0, r60, target:0x0
IADD_IMM.i32 r48, 0x0, #0x0
BRANCHZI.eq.absolute 0x0, blend_descriptor_1.w1
