//! The stub of a kernel in the oldest programs of the OpenCL 2.0 driver.

/// Size of the stub.
const SIZE: usize = 0xa60;

/// What a stub says about a kernel.
#[derive(Clone, Copy, Debug, Default)]
pub struct OpenCl2Stub {
    /// Numbers of instructions of its code.
    pub counts: Counts,
    /// Numbers of vector and scalar registers, and of scalar registers with those that the hardware adds.
    pub vectors: u32,
    /// Number of scalar registers.
    pub scalars: u32,
    /// Number of scalar registers with those that the hardware adds.
    pub all_scalars: u32,
    /// Mode of floats.
    pub float_mode: u32,
    /// Size of the memory of a work-item, and of a group.
    pub scratch_size: u32,
    /// Size of the memory of a group.
    pub local_size: u32,
    /// Value of the second resource register, with the size of the memory of a group.
    pub second: u32,
    /// Bytes of the code.
    pub code: u32,
}

/// Numbers of instructions.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counts {
    /// All.
    pub all: u32,
    /// Instructions that access memory of the device.
    pub global: u32,
    /// Instructions that access memory of the group.
    pub local: u32,
}

impl OpenCl2Stub {
    /// Writes the stub.
    pub fn write(&self) -> Vec<u8> {
        let mut out = vec![0; SIZE];
        let mut put = |at: usize, value: u32| out[at..at + 4].copy_from_slice(&value.to_le_bytes());
        let (size, counts) = (SIZE as u32, self.counts);
        let registers = self.scalars + self.vectors;
        let end = [
            (0x00, size),
            (0x04, counts.all),
            (0x08, self.vectors),
            (0x24, counts.all),
            (0x28, counts.global),
            (0x2c, counts.local),
            (0x34, registers),
            (0x3c, self.all_scalars),
            (0xb8, size),
            (0x164, 3),
            (0x168, if self.local_size == 0 { 12 } else { 13 }),
        ];
        end.into_iter().for_each(|(at, value)| put(at, value));
        let whole = self.code + size + 0x100;
        let tail = [
            (0x00, size),
            (0x08, 0x100),
            (0x0c, self.code + 0x100),
            (0x18, 0x200),
            (0x20, whole),
            (0x30, whole),
            (0x38, self.vectors),
            (0x3c, self.all_scalars),
            (0x48, self.vectors),
            (0x4c, self.scalars),
            (0x50, self.float_mode),
            (0x58, 1),
            (0x68, self.scratch_size.div_ceil(4)),
            (0x6c, self.local_size),
            (0x70, u32::MAX),
            (0xa8, self.second),
        ];
        tail.into_iter().for_each(|(at, value)| put(0x9a0 + at, value));
        out
    }
}
