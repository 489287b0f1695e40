s_mov_b32 s0, elsewhere
s_endpgm
