v_nop
