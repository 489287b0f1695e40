 s_nop 0
#line 70 "plain.h"
 # 80 "plain.h"
 s_nop 1
# 10 "k.cl.S"
f: s_nop 2
 s_nop 3
