//! Sizes of a run, the order of its workgroups, and the state that its wavefronts start with.

use crate::machine::options::Options;

/// Sizes of a grid: work-items in all, and those of a workgroup, in x, y and z. The last workgroups may be partial.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Work-items in all.
    pub grid: [u32; 3],
    /// Work-items of a whole workgroup.
    pub group: [u32; 3],
    /// Number of dimensions that the program is told: 1 to 3.
    pub dimensions: u16,
}

impl Shape {
    /// Sizes with as many dimensions as they need.
    pub(crate) fn new(grid: [u32; 3], group: [u32; 3]) -> Self {
        let used = (0..3).rev().find(|&axis| grid[axis] > 1 || group[axis] > 1);
        Self { grid, group, dimensions: used.unwrap_or(0) as u16 + 1 }
    }

    /// Workgroups, partial ones too.
    pub fn workgroups(&self) -> [u32; 3] {
        std::array::from_fn(|axis| self.grid[axis].div_ceil(self.group[axis].max(1)))
    }

    /// How many workgroups there are.
    pub fn count(&self) -> u64 {
        self.workgroups().into_iter().map(u64::from).product()
    }

    /// Work-items of a whole workgroup.
    pub fn items(&self) -> u64 {
        self.group.into_iter().fold(1, |all, n| all.saturating_mul(n.into()))
    }

    /// The numbers of a workgroup in the grid.
    pub(crate) fn id_of(&self, number: u64) -> [u32; 3] {
        let x = u64::from(self.grid[0].div_ceil(self.group[0].max(1)));
        // Most grids have one dimension, and divisions of this many bits take long.
        if number < x {
            return [number as u32, 0, 0];
        }
        let y = u64::from(self.workgroups()[1]);
        [number % x, number / x % y, number / x / y].map(|n| n as u32)
    }

    /// Work-items of the workgroup with these numbers.
    pub(crate) fn size_of(&self, id: [u32; 3]) -> [u32; 3] {
        std::array::from_fn(|axis| self.group[axis].min(self.grid[axis] - id[axis] * self.group[axis]))
    }
}

/// What wavefronts find that a dispatch has set, and how many there are.
#[derive(Clone, Debug)]
pub(crate) struct StartState {
    /// Scalar words of register files.
    pub scalars: Vec<usize>,
    /// Rows.
    pub rows: Vec<usize>,
    /// Bytes of LDS of a workgroup.
    pub lds: usize,
    pub shape: Shape,
}

impl StartState {
    /// The number of a workgroup in the grid.
    pub(crate) fn number_of(&self, [x, y, z]: [u32; 3]) -> u64 {
        let [width, height, _] = self.shape.workgroups().map(u64::from);
        u64::from(x) + width * (u64::from(y) + height * u64::from(z))
    }

    /// How many wavefronts of this many lanes a workgroup has.
    pub(crate) fn waves_of(&self, workgroup: [u32; 3], lanes: usize) -> usize {
        (self.shape.size_of(workgroup).into_iter().product::<u32>() as usize).div_ceil(lanes)
    }
}

/// In which order workgroups run, and the wavefronts of each.
#[derive(Clone, Debug)]
pub(crate) struct Order {
    seed: Option<u64>,
    reverse: bool,
    /// The numbers of workgroups in their order, where it is not that of the numbers.
    workgroups: Option<Vec<u64>>,
}

impl Order {
    /// The one that options ask for, of this many workgroups.
    pub(crate) fn new(options: &Options, count: u64) -> Self {
        let mut order = Self { seed: options.seed, reverse: options.reverse, workgroups: None };
        if order.seed.is_some() || order.reverse {
            let mut numbers: Vec<u64> = (0..count).collect();
            order.permute(&mut numbers, 0);
            order.workgroups = Some(numbers);
        }
        order
    }

    /// The number of the workgroup that comes at a place.
    pub(crate) fn workgroup(&self, place: u64) -> u64 {
        self.workgroups.as_ref().map_or(place, |order| order[place as usize])
    }

    /// Puts the wavefronts of a workgroup into their order.
    pub(crate) fn wavefronts(&self, workgroup: u64, waves: &mut [usize]) {
        self.permute(waves, workgroup.wrapping_mul(0x2545_f491_4f6c_dd1d));
    }

    fn permute<T>(&self, list: &mut [T], salt: u64) {
        if let Some(seed) = self.seed {
            shuffle(list, seed ^ salt);
        }
        if self.reverse {
            list.reverse();
        }
    }
}

/// Permutes a list, the same way for the same seed.
fn shuffle<T>(list: &mut [T], seed: u64) {
    let mut state = seed;
    for left in (1..list.len()).rev() {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        list.swap(left, (mixed(state) % (left as u64 + 1)) as usize);
    }
}

/// Bits that look like any others, of a number.
pub(crate) fn mixed(number: u64) -> u64 {
    let z = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

/// What is where nobody has written anything: numbers that look like any others, the same ones for the same place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Garbage(pub u64);

impl Garbage {
    /// The next number.
    pub(crate) fn next(&mut self) -> u32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        (mixed(self.0) >> 32) as u32
    }

    /// Fills memory.
    pub(crate) fn fill(&mut self, bytes: &mut [u8]) {
        for chunk in bytes.chunks_mut(4) {
            chunk.copy_from_slice(&self.next().to_le_bytes()[..chunk.len()]);
        }
    }
}
