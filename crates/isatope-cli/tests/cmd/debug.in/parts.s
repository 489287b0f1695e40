// r0 becomes 2 in the lanes below 4, and 1 elsewhere: the lanes part, and meet again.
parts:
    IADD_IMM.i32 r1, 0x0, #0x4
    ICMP_OR.u32.lt.m1 r2, r60, ^r1, 0x0
    BRANCHZ.reconverge ^r2.h0, high
    IADD_IMM.i32 r0, 0x0, #0x1
    BRANCHZ.eq.reconverge 0x0, all
high:
    IADD_IMM.i32 r0, 0x0, #0x2
all:
    NOP.end
