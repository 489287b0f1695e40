// How many steps every number from 1 on takes to 1, where an even one is halved and an odd one n becomes 3 n + 1.
//
// Each thread leaves the loop by itself, and within it they go two ways. There is no mask in the program: a thread has a place to go on, and
// those at the same place run together. r60 is the number of the thread in the whole grid.
collatz:
    IADD_IMM.i32 r0, r60, #0x1                      // n
    IADD_IMM.i32 r1, 0x0, #0x1                      // 1
    IADD_IMM.i32.reconverge r2, 0x0, #0x0           // steps
loop:
    ICMP_OR.u32.eq.m1 r3, r0, r1, 0x0
    BRANCHZ.reconverge ^r3.h0, done                 // all bits set: n is 1
    LSHIFT_AND.i32 r3, r0, 0x0.b00, r1              // its lowest bit
    BRANCHZ.eq.reconverge ^r3, even
    LSHIFT_OR.i32 r3, r0, 0x3020100.b11, r1         // 2 n + 1
    IADD.u32 r0, ^r0, ^r3
    BRANCHZ.eq.reconverge 0x0, next
even:
    RSHIFT_OR.i32.reconverge r0, ^r0, 0x3020100.b11, 0x0
next:
    IADD_IMM.i32 r2, ^r2, #0x1
    BRANCHZ.eq.reconverge 0x0, loop
done:
    LSHIFT_OR.i32 r0, ^r60, 0x3020100.b22, 0x0      // 4 * number
    IADD_IMM.i32 r1, 0x0, #0x6000000
    LEA_BUFFER.slot0.wait0 @r4:r5, ^r0, ^r1
    STORE.i32.slot1.end @r2, ^r4, offset:0
