// gfx900 llvm
.include "part.inc"
.include "absent.inc"
.incbin "part.inc", 4000
