// gcn1.2 clrx
.rocm
.kernel one
.config
    .dims x
.kernel two
.config
    .dims x
.text
two:
    s_endpgm
