//! Targets.

use isatope_core::tables::{Container, VersionId};
use std::fmt;
use std::str::FromStr;

use isatope_object::hex::{Hex, HexError};

use crate::{
    AssembleError, Assembler, DecodeError, Decoder, Dialect, Instruction, Place, UnknownRegister, UnknownTarget,
};

/// A version of an architecture.
///
/// All names of a version are constants with the same value: [`Target::GFX803`], [`Target::FIJI`], [`Target::GCN1_2`].
/// [`Target::USUAL`] is the target that is taken where code could be for several.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Target {
    arch: u8,
    version: VersionId,
}

/// Terms of an architecture, for messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Terms {
    /// One of the threads that run a program: `work-item`.
    pub thread: &'static str,
    /// The threads that run together: `wavefront`.
    pub wave: &'static str,
}

macro_rules! targets {
    (targets { $($constant:ident $arch:literal $version:literal $name:literal,)* } dialects { $($d:tt)* } operations { $($o:tt)* }) => {
        impl Target {
            $(
                #[doc = concat!("The version ", $name, ".")]
                pub const $constant: Self = Self { arch: $arch, version: VersionId::new($version) };
            )*
        }
    };
}
isatope_core::registry!(targets);

impl Target {
    /// Returns all targets, with the oldest version of each architecture first.
    pub fn all() -> impl Iterator<Item = Self> {
        isatope_core::Target::all().map(Self::from_tables)
    }

    pub(crate) fn from_tables(target: isatope_core::Target) -> Self {
        Self { arch: target.arch_index() as u8, version: target.version() }
    }

    /// This target as a type of `isatope-core`, with the tables of its architecture.
    pub fn tables(self) -> isatope_core::Target {
        isatope_core::Target::at(self.arch.into(), self.version).expect("constants come from the same tables")
    }

    /// Name of the version in the specification: `gcn1.2`.
    pub fn name(self) -> &'static str {
        self.tables().name()
    }

    /// All other names of the version: `gfx8`, `gfx803`, `fiji`.
    pub fn names(self) -> &'static [&'static str] {
        self.tables().version_info().names
    }

    /// Name of the architecture: `gcn`, `valhall`.
    pub fn architecture(self) -> &'static str {
        self.tables().arch().name
    }

    /// Number of lanes of a wavefront or warp.
    pub fn lanes(self) -> usize {
        self.tables().lanes() as usize
    }

    /// Bytes of an instruction word. Lengths and addresses of instructions are multiples of it.
    pub fn word_bytes(self) -> usize {
        self.tables().arch().word_bits as usize / 8
    }

    /// Terms for messages: a work-item or thread, a wavefront or warp.
    pub fn terms(self) -> Terms {
        let called = &self.tables().arch().called;
        Terms { thread: called.thread, wave: called.wave }
    }

    /// Whether zeros after a program are padding.
    pub fn pads_with_zeros(self) -> bool {
        self.tables().arch().padding
    }

    /// Whether Mesa keeps programs of the target without a container: code with padding between programs.
    pub fn has_mesa_binaries(self) -> bool {
        self.tables().arch().containers.contains(&Container::MesaBinary)
    }

    /// Whether Mesa's compiler prints dumps of programs of the target.
    pub fn has_mesa_dumps(self) -> bool {
        self.tables().arch().containers.contains(&Container::MesaDump)
    }

    /// Reads machine code in hexadecimal digits: words or bytes, with `0x`, commas, brackets or comments, in array literals, or in
    /// the output of objdump, llvm-mc, xxd and od.
    ///
    /// # Errors
    /// If the text is something else, or has several possible meanings.
    ///
    /// ```
    /// let hex = isatope::Target::GFX900.hex("[0x01,0x00,0x01,0xd1,0x02,0x07,0x00,0x00]")?;
    /// assert_eq!(hex.bytes(), 0x0000_0702_d101_0001_u64.to_le_bytes());
    /// # Ok::<(), isatope::container::hex::HexError>(())
    /// ```
    pub fn hex(self, text: &str) -> Result<Hex, HexError> {
        Hex::read(text, self.word_bytes(), |bytes| {
            let mut rest = bytes;
            while !rest.is_empty() {
                match self.decode(rest) {
                    Ok(inst) => rest = &rest[inst.len().min(rest.len())..],
                    Err(_) => return false,
                }
            }
            true
        })
    }

    /// Returns the dialects of the assembly, the default one first.
    pub fn dialects(self) -> impl Iterator<Item = Dialect> {
        self.tables().arch().dialects.iter().map(|name| Dialect::of(name))
    }

    /// The default dialect.
    pub fn dialect(self) -> Dialect {
        Dialect::of(self.tables().arch().dialects[0])
    }

    /// A register, or several that follow each other, by name: `v5`, `s[2:3]`, `vcc`, `exec_lo`. Upper and lower case
    /// are one.
    ///
    /// # Errors
    /// The target has no such register.
    ///
    /// ```
    /// use isatope::Target;
    ///
    /// assert_eq!(Target::GFX900.register("S[2:3]")?.to_string(), "s[2:3]");
    /// assert_eq!(Target::GFX900.register("v256").unwrap_err().to_string(), "gcn1.4 has no register `v256`");
    /// # Ok::<(), isatope::UnknownRegister>(())
    /// ```
    pub fn register(self, name: &str) -> Result<Place, UnknownRegister> {
        Place::of_name(self.tables().arch(), name)
            .ok_or_else(|| UnknownRegister { target: self, name: name.to_string() })
    }

    /// A number for each target, below 256.
    pub(crate) fn number(self) -> u8 {
        self.arch << 4 | self.version.index() as u8
    }

    /// Decodes the instruction at the start of some bytes.
    ///
    /// # Errors
    /// If there are too few bytes, or they do not decode.
    pub fn decode(self, bytes: &[u8]) -> Result<Instruction, DecodeError> {
        isatope_core::decode(self.tables(), bytes).map(Instruction).map_err(DecodeError)
    }

    /// Returns a decoder for the instructions of some code.
    pub fn decoder(self, code: &[u8]) -> Decoder<'_> {
        Decoder::new(self, code)
    }

    /// Assembles one instruction in the default dialect. For many instructions, keep an [`Assembler`].
    ///
    /// # Errors
    /// Errors in the text, also if it is not exactly one instruction.
    pub fn assemble(self, text: &str) -> Result<Instruction, AssembleError> {
        Assembler::shared(self).instruction(text)
    }
}

impl FromStr for Target {
    type Err = UnknownTarget;

    /// Finds a target by any of its names, ignoring case.
    fn from_str(name: &str) -> Result<Self, UnknownTarget> {
        let found = isatope_core::Target::from_name(name).map(Self::from_tables);
        found.ok_or_else(|| UnknownTarget { name: name.to_string() })
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Debug for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl From<isatope_core::Target> for Target {
    fn from(target: isatope_core::Target) -> Self {
        Self::from_tables(target)
    }
}

impl From<Target> for isatope_core::Target {
    fn from(target: Target) -> Self {
        target.tables()
    }
}
