//! Dialects.

use core::fmt;

use crate::tables::Style;
use crate::target::Target;

/// A way to write instructions: that of LLVM, of CLRX, of Mesa.
///
/// A dialect is a name. Which dialects there are depends on the [`Target`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Dialect(&'static str);

impl Dialect {
    /// The dialect that the specification names.
    pub(crate) const fn of_name(name: &'static str) -> Self {
        Self(name)
    }

    /// The dialect of a target that has this name, in any case.
    pub fn from_name(target: Target, name: &str) -> Option<Self> {
        target.dialects().find(|dialect| dialect.0.eq_ignore_ascii_case(name))
    }

    /// Whether `;` separates statements; elsewhere it starts a comment.
    pub fn separates_by_semicolons(self, target: Target) -> bool {
        self.style(target).is_some_and(|style| style.semicolons)
    }

    /// Whether compilers write it, so that text whose dialect is not known is probably in it.
    pub fn is_of_compilers(self, target: Target) -> bool {
        self.style(target).is_some_and(|style| style.compilers)
    }

    fn style(self, target: Target) -> Option<&'static Style> {
        let arch = target.arch();
        Some(&arch.styles[arch.dialect(self.0)?.index()])
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        self.0
    }
}

impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl fmt::Debug for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl Target {
    /// Returns the dialects of the assembly, the default one first.
    pub fn dialects(self) -> impl Iterator<Item = Dialect> {
        self.arch().dialects.iter().map(|name| Dialect::of_name(name))
    }

    /// The default dialect.
    pub fn dialect(self) -> Dialect {
        Dialect::of_name(self.arch().dialects[0])
    }

    /// The dialect that compilers write.
    pub fn compiler_dialect(self) -> Dialect {
        let arch = self.arch();
        Dialect::of_name(arch.dialects[arch.compiler_dialect().index()])
    }
}

/// Error: the target has no such dialect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownDialect {
    /// The target.
    pub target: Target,
    /// The dialect.
    pub dialect: Dialect,
}

impl fmt::Display for UnknownDialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} has no dialect `{}`", self.target, self.dialect)
    }
}

impl core::error::Error for UnknownDialect {}
