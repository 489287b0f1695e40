//! Operations: the identity of instructions, independent of their format.

use std::fmt;

use isatope_asm::assist::Syntax;
use isatope_core::tables::InstId;

use crate::{Dialect, Target};

/// An operation: `v_bfe_u32`, `FMA.f32`. The constants are in [`op`].
///
/// Instructions of different formats, versions and architectures of a family are the same operation if they have the same mnemonic.
///
/// ```
/// use isatope::{Target, op};
///
/// for target in [Target::GFX803, Target::GFX906] {
///     let add = target.assemble(if target == Target::GFX803 { "v_add_u32 v0, vcc, v1, v2" } else { "v_add_u32 v0, v1, v2" })?;
///     assert_eq!(add.op(), op::V_ADD_U32);
/// }
/// # Ok::<(), isatope::AssembleError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Operation {
    arch: u8,
    inst: InstId,
}

impl Target {
    /// The operations of the target, in the order of the specification.
    ///
    /// ```
    /// use isatope::Target;
    ///
    /// let mut names = Target::GFX900.operations().map(|operation| operation.name());
    /// assert!(names.any(|name| name == "v_bfe_u32") && Target::V9.operations().count() > 100);
    /// ```
    pub fn operations(self) -> impl Iterator<Item = Operation> {
        Operation::all(self).map(|(_, operation)| operation)
    }

    /// The operation of a name in the specification, in any case.
    pub fn operation(self, name: &str) -> Option<Operation> {
        self.operations().find(|operation| operation.name().eq_ignore_ascii_case(name))
    }
}

impl Operation {
    /// The operations of a target, with their numbers in its tables.
    fn all(target: Target) -> impl Iterator<Item = (InstId, Self)> {
        let (arch, version) = (target.tables().arch(), target.tables().version());
        let here =
            arch.insts.iter().zip(arch.operations).enumerate().filter(move |(_, (i, _))| version.is_in(i.versions));
        here.map(|(number, (_, &(arch, inst)))| (InstId::new(number), Self { arch, inst }))
    }

    pub(crate) fn of(inst: &isatope_core::Instruction) -> Self {
        let (arch, inst) = inst.target().arch().operations[inst.form().inst.index()];
        Self { arch, inst }
    }

    fn inst(self) -> Option<&'static isatope_core::tables::Inst> {
        isatope_core::tables::ARCHES.get(usize::from(self.arch))?.insts.get(self.inst.index())
    }

    /// The mnemonic in the specification.
    pub fn name(self) -> &'static str {
        self.inst().map_or("", |inst| inst.name.as_str())
    }

    /// How it is written in a dialect for a target: forms, operands, modifiers with their values. `None` if the
    /// target does not have it, or not that dialect.
    ///
    /// ```
    /// use isatope::{Dialect, Target, op};
    ///
    /// let syntax = op::V_MUL_F32.syntax(Target::GFX900, Dialect::LLVM).expect("it has it");
    /// assert_eq!(syntax.forms[1].to_string(), "v_mul_f32_e64 vdst, a, b clamp omod");
    /// assert_eq!(syntax.forms[1].modifiers[1].words, ["mul:2", "mul:4", "div:2"]);
    /// ```
    pub fn syntax(self, target: Target, dialect: Dialect) -> Option<Syntax> {
        let tables = target.tables();
        let (inst, _) = Self::all(target).find(|(_, operation)| *operation == self)?;
        Syntax::new(tables, inst, tables.arch().dialect(dialect.name())?)
    }

    /// One sentence about it: that of the oldest entry, where versions have several.
    pub fn summary(self) -> &'static str {
        self.inst().map_or("", |inst| inst.summary.as_str())
    }
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Debug for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

macro_rules! operations {
    (targets { $($t:tt)* } dialects { $($d:tt)* } operations { $($constant:ident $arch:literal $number:literal $name:literal $summary:literal,)* }) => {
        /// All operations of all architectures.
        pub mod op {
            use super::{InstId, Operation};
            $(
                #[doc = concat!("`", $name, "`: ", $summary)]
                pub const $constant: Operation = Operation { arch: $arch, inst: InstId::new($number) };
            )*
        }
    };
}
isatope_core::registry!(operations);
