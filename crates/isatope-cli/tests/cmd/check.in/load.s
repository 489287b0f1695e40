.macro load register
  global_load_dword \register, v[0:1], off
.endm
