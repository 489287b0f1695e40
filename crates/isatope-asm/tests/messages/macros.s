// gfx900 llvm
.macro move to, from:req
  v_mov_b32 \to, \from
.endm
.macro twice register, value=7
  move \register, \value
  move \register, s900
.endm
twice v1
move v3
move v1, v2, v3
.macro again
  again
.endm
again
.exitm
.endm
.purgem nothing
