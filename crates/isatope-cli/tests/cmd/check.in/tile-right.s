NOP.wait
LD_TILE.v4.f16.slot0.wait @r0:r1, r59, r60, u0
ST_TILE.v4.f16.slot1 @r0:r1, r59, r60, u0
NOP.end
