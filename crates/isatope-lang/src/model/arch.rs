//! Facts about an architecture as a whole: how programs of it start, what they may use, and which state has which role.

/// How programs of an architecture are launched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Abi {
    /// The specification does not say.
    #[default]
    None,
    /// Kernels with arguments in a segment of memory, launched with a dispatch packet (HSA runtime specification).
    Hsa,
    /// Shaders without a container, which find resources in uniform registers and tables.
    Shader,
}

impl Abi {
    /// Every ABI with its name in the language.
    pub const ALL: [(&'static str, Self); 2] = [("hsa", Self::Hsa), ("shader", Self::Shader)];
}

/// Containers beside ELF in which programs of an architecture come, by their names in the language.
pub const CONTAINERS: [&str; 2] = ["mesa_binary", "mesa_dump"];

/// The most that a launch may ask for. A limit that the specification does not give is 0, and absent in `isa.json`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
#[schemars(rename = "LimitsOut")]
pub struct Limits {
    /// Work-items of a workgroup.
    #[serde(skip_serializing_if = "is_zero")]
    #[schemars(with = "Option<u32>")]
    pub workgroup: u32,
    /// Bytes of memory that a workgroup shares.
    #[serde(skip_serializing_if = "is_zero")]
    #[schemars(with = "Option<u32>")]
    pub shared: u32,
    /// General scalar registers of a wavefront.
    #[serde(skip_serializing_if = "is_zero")]
    #[schemars(with = "Option<u32>")]
    pub scalars: u32,
}

fn is_zero(limit: &u32) -> bool {
    *limit == 0
}

/// Values that registers hold when a program starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Preload {
    /// One of [`Preload::WHAT`].
    pub what: String,
    /// Index of the register file.
    pub file: usize,
    /// First register.
    pub first: u32,
    /// Number of registers.
    pub count: u32,
}

impl Preload {
    /// What can be preloaded, with the number of registers: the numbers of a thread in its workgroup (x and y as halves
    /// of a register, z in the low half of one), of its workgroup, and in the whole grid.
    pub const WHAT: [(&'static str, u32); 4] = [("local_xy", 1), ("local_z", 1), ("workgroup", 3), ("global", 3)];

    /// What a register of it holds, by the number of the register in it, from 0. `thread` is the architecture's term.
    pub fn describe(&self, number: u32, thread: &str) -> String {
        let axis = ["x", "y", "z"][number.min(2) as usize];
        match self.what.as_str() {
            "local_xy" => format!("local id of the {thread}: x in bits 15:0, y in bits 31:16"),
            "local_z" => format!("local id of the {thread}: z in bits 15:0"),
            "workgroup" => format!("id of the workgroup in {axis}"),
            _ => format!("global id of the {thread} in {axis}"),
        }
    }
}

/// Numbers of registers in debug information.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DwarfNumber {
    /// Index of the register file, or of a register outside files.
    pub file: Option<usize>,
    /// Index of the register.
    pub register: Option<usize>,
    /// The first register of the file.
    pub first: u32,
    /// Its number; the following registers have the following numbers.
    pub number: u32,
}

/// Processors that are not supported but whose names people try.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
#[schemars(rename = "RelativeOut")]
pub struct Relative {
    /// How their names start, in lower case.
    pub start: String,
    /// What they are, as the rest of a sentence: `is RDNA, …`.
    pub what: String,
    /// Name of the nearest supported target, if code for it is likely to run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nearest: Option<String>,
}

/// Processors that lack instructions which others of their version have.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
#[schemars(rename = "LackOut")]
pub struct Lack {
    /// Names of the processors.
    pub processors: Vec<String>,
    /// Names of the instructions.
    pub instructions: Vec<String>,
}

/// A kind of state, with the names of the roles that it may have.
pub struct RoleNames {
    /// Roles of registers that are not in a file.
    pub registers: [&'static str; 14],
    /// Roles of register files.
    pub files: [&'static str; 2],
    /// Roles of memories.
    pub memories: [&'static str; 3],
    /// Roles of operations of interfaces.
    pub operations: [&'static str; 3],
}

/// The roles that state may have: what a tool needs to find in any architecture without knowing its names.
///
/// - `program_counter`: address of the next instruction. `float_mode`: how floating point behaves.
///   `alignment_mode`: whether memory takes addresses that are not aligned.
/// - `clock`, `reference_clock`: counters that the machine advances.
/// - `shared_base`, `shared_limit`, `private_base`, `private_limit`: high words of the first and last address through
///   which flat accesses reach shared and private memory. `hidden_private_base`: the base that older versions count
///   private memory from.
/// - `thread_memory`, `workgroup_memory`, `resource_table`: addresses of a thread's own memory, of a workgroup's and of
///   the resource tables.
/// - `wave_number`: number of the wavefront in its workgroup.
/// - `scalar`, `vector`: the files that hold the registers of a program, once per wavefront and once per lane.
/// - `global`, `shared`, `device`: memory of all programs, of a workgroup, and of all workgroups of a device beside
///   memory.
/// - `end`, `barrier`, `trap`: end of a wavefront, meeting of the wavefronts of a workgroup, call of a trap handler.
pub const ROLES: RoleNames = RoleNames {
    registers: [
        "program_counter",
        "float_mode",
        "alignment_mode",
        "clock",
        "reference_clock",
        "shared_base",
        "shared_limit",
        "private_base",
        "private_limit",
        "hidden_private_base",
        "thread_memory",
        "workgroup_memory",
        "resource_table",
        "wave_number",
    ],
    files: ["scalar", "vector"],
    memories: ["global", "shared", "device"],
    operations: ["end", "barrier", "trap"],
};
