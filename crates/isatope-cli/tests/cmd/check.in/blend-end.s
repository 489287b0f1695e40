BLEND.slot0.v4.f32.end @r60:r61:r62:r63, blend_descriptor_0, r60, target:0x0
