// gcn1.2 clrx
.scope a
    .int outer          # belongs to `a`
.ends
outer = 5
.int a::missing, ::b::c::missing
.ends
.using
.using 5
a::. = 4
.set a::., 4
.scope
    label: label:
    .int nowhere
.ends
.enum outer
