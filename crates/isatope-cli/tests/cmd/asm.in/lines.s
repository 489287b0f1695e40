v_nop

v_mov_b32 v1 v2
v_nop; v_nop
