# gcn1.2 clrx
x = 0
.while x < 3
x = x + 1
.byte x + nothing
.endr
.for y = 0, y < 2
.endr
.enum a, b
.enum b
.rept 2
