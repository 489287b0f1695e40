v_readfirstlane_b32 s4, v0
v_readfirstlane_b32 s5, v1
v_readfirstlane_b32 s6, v2
v_readfirstlane_b32 s7, v3
buffer_load_dword v4, off, s[4:7], 0
s_waitcnt vmcnt(0)
s_endpgm
