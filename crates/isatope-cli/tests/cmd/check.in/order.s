IADD_IMM.i32 r0, r60, #0x5
STORE.i32.slot1 @r0, thread_local_pointer, offset:0
LOAD.i32.unsigned.slot2.wait2 @r1, thread_local_pointer, offset:0
STORE.i32.slot0.end @r1, u0, offset:0
