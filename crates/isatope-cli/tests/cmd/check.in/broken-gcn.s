// Two loads, one wait too weak; a label before the use.
    s_load_dwordx2 s[0:1], s[4:5], 0x0
    s_load_dword s3, s[4:5], 0x8
    s_waitcnt lgkmcnt(1)
start:  v_mov_b32 v0, s0
    v_mov_b32 v1, s3
    v_readfirstlane_b32 s7, v1
    global_load_dword v4, v0, s[6:7]
    s_sub_u32 s8, s8, 1
    s_cbranch_scc1 start
    ds_write_b32 v4, v0
    s_barrier
    s_mov_b32 vcc_lo, 0
    s_cbranch_vccz end
    v_mov_b32 v1, 0
end:
    s_endpgm
