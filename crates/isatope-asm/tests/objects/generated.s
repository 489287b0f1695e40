// A source without lines of its own; `llvm-mc-19 -g` makes them.
function:
    s_nop 0

.macro two first
    s_nop \first
    s_nop 4
.endm
    two 3
    .long 5
    s_endpgm
_second:
.Llocal:
    s_branch .Llocal
.section .text.other, "ax", @progbits
    s_nop 1
inner:
    s_endpgm
.data
value:
    .long 7
.text
    s_nop 2
