MOV.i32 r0, r99
