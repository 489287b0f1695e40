//! Dialects.

use std::fmt;

use crate::Target;

/// A way to write instructions: that of LLVM, of CLRX, of Mesa.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Dialect(&'static str);

macro_rules! dialects {
    (targets { $($t:tt)* } dialects { $($constant:ident $name:literal,)* } operations { $($o:tt)* }) => {
        impl Dialect {
            $(
                #[doc = concat!("The dialect `", $name, "`.")]
                pub const $constant: Self = Self($name);
            )*
        }
    };
}
isatope_core::registry!(dialects);

impl Dialect {
    pub(crate) fn of(name: &'static str) -> Self {
        Self(name)
    }

    /// The dialect of a target that has this name, in any case.
    pub fn from_name(target: Target, name: &str) -> Option<Self> {
        target.dialects().find(|dialect| dialect.0.eq_ignore_ascii_case(name))
    }

    /// Whether `;` separates statements; elsewhere it starts a comment.
    pub(crate) fn separates_by_semicolons(self, target: Target) -> bool {
        let arch = target.tables().arch();
        arch.dialect(self.0).is_some_and(|dialect| arch.styles[dialect.index()].semicolons)
    }

    /// Whether compilers write it, so that text whose dialect is not known is probably in it.
    pub fn is_of_compilers(self, target: Target) -> bool {
        let arch = target.tables().arch();
        arch.dialect(self.0).is_some_and(|dialect| arch.styles[dialect.index()].compilers)
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
