.amdcl2
.gpu Fiji
.driver_version 200406
.kernel k
    .config
        .dims x
    .text
        s_endpgm
