// Each thread doubles a number of a buffer.
double:
    LSHIFT_OR.i32 r0, r60, 0x3020100.b22, 0x0       // 4 * number of the thread: byte 2 of a constant of the table is 2
    IADD_IMM.i32 r1, 0x0, #0x6000000                // the handle of the buffer: table 6, entry 0
    LEA_BUFFER.slot0.wait0 @r2:r3, ^r0, ^r1         // the address, in a pair of registers
    LOAD.i32.unsigned.slot0.wait0 @r0, r2, offset:0
    IADD.u32 r0, r0, ^r0
    STORE.i32.slot0.wait0 @r0, ^r2, offset:0
    NOP.end
