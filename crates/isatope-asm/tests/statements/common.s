.long x
.long 1, 2, x+y
.byte 0x1234
.long later
.long . - 4
.quad -1 // a comment
.fill 2, 4, x
.string "a;b/*c"
.long 5 /* a comment */
.bogus 1
bogus r1, r2
label{}:
label{}: .long x
.Llabel{}:
label0: .long 1
7:
7: .long y
.long 7b
.long undefined

   // nothing
"quoted{}": .long 3
.long "
