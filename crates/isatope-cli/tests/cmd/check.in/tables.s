MOV.i32 r0, r60
.long 1, 2, 3, 4
