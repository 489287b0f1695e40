; Words of numbers and instructions: dead beef
start: /* 00000000 */
  s_mov_b32 s0, 0x10
  s_endpgm
