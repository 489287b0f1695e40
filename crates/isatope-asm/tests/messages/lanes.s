// valhall mesa-new
// The words that a shift and a permute need, without one that is reserved.
CLPER.i32 r0, r1, r2
LSHIFT_OR.i32 r0, r1, r2, 0x0
