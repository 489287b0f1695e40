// gfx700 clrx
.amd
.kernel a
.config
.dims x
.text
al: .ascii "aaaa"
.kernel b
.config
.dims x
.text
bl: .ascii "bbbb"
be: .int 1
x5 = (al<<5 + bl<<2) - al*32
y=al*7-(be-bl)*al
.macro m
 z = al*al
.endm
 m
