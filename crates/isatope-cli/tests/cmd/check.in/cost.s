FADD.f32 r0, r60, 0x3F800000
FMA.f32 r1, r0, r60, 0x0
V2F32_TO_V2F16 r2, r0, r1
FRCP.f32 r3, r1
MOV.i32 r16, r3
LD_VAR_IMM.slot0.v4.f32.center.store @r4:r5:r6:r7, r61, table:0x0, index:0x0
LD_VAR_IMM.slot0.v2.f16.center.store @r8, r61, table:0x0, index:0x1
LOAD.i64.unsigned.slot1.wait012 @r10:r11, u0, offset:0
STORE.i64.slot1.end @r10:r11, u0, offset:8
