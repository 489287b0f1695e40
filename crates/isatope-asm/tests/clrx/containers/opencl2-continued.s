.amdcl2
.64bit
.gpu fiji
.driver_version 234800
.macro move a, \
            b c, \
            d
    v_mov_b32 \a, \
              \b
    v_mov_b32 \c, \d
.endm
.kernel moves
    .config
        .dims x
    .text
    move v0, v1, v2, v3
    move v4, \
         v5, v6, v7
    .rept 1 + \
          1
    s_nop 3
    .endr
    .irp r, v1, \
            v2
    v_mov_b32 \r, 0
    .endr
    .for i = 1, \
         i < 3, i + 1
    s_nop i
    .endr
    .macro unused, x, \
           y
    s_nop 9
    .endm
    .if 0 + \
        0
    .macro skipped x, \
           y
    .endm
    s_nop 7
    .endif
    s_endpgm
