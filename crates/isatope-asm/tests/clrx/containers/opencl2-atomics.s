.amdcl2
.gpu Bonaire
.64bit
.driver_version 200406
.kernel one
.config
.dims x
.text
buffer_atomic_cmpswap v[89:90], v35, s[76:79], 0 offen glc
s_endpgm
.kernel two
.config
.dims x
.text
buffer_atomic_cmpswap_x2 v[80:83], v35, s[76:79], 0 offen glc
s_endpgm
.kernel image
.config
.dims x
.text
image_atomic_cmpswap v[60:61], v[4:7], s[8:15] dmask:3 unorm glc
s_endpgm
.kernel unread
.config
.dims x
.text
buffer_atomic_cmpswap v[89:90], v35, s[76:79], 0 offen
s_endpgm
