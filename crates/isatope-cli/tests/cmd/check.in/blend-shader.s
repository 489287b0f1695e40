FADD.f32.clamp_0_1 r0, r0, 0x3F800000
MOV.i32 r4, u0
MOV.i32 r5, u1
BLEND.slot0.v4.f32.wait0 @r0:r1:r2:r3, ^r4, r60, target:0x0
BRANCHZI.eq 0x0, r48
