//! Processor features beyond the baseline of its architecture.
//!
//! Lane functions are compiled once for each level, and the best one of this machine is taken. Only x86-64 has levels beyond the
//! baseline; a debug build leaves them out unless the feature `levels` asks for them.

use std::sync::OnceLock;

/// Whether the build has levels beyond the baseline. Then what is for the baseline is compiled small: little of it runs where there is a
/// better level.
pub(crate) const ARE_SEVERAL: bool = cfg!(all(target_arch = "x86_64", any(not(debug_assertions), feature = "levels")));

/// A set of instructions that the processor at hand has: a value of this type is the proof that it was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Level(Kind);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[allow(dead_code, reason = "a build for another processor, or for debugging, makes the first one only")]
enum Kind {
    Baseline,
    Avx2,
    Avx512,
}

impl Level {
    /// Facts about all processors of the architecture.
    pub const BASELINE: Self = Self(Kind::Baseline);

    /// The best one that this processor has and the build knows, or the one that the environment variable `ISATOPE_LEVEL` names, if that
    /// is there: to measure another one, or to see that results do not depend on it.
    pub fn best() -> Self {
        static BEST: OnceLock<Level> = OnceLock::new();
        *BEST.get_or_init(|| {
            let wanted = std::env::var("ISATOPE_LEVEL").unwrap_or_default();
            let named = Self::all_available().find(|level| level.name() == wanted);
            named.or(Self::all_available().last()).unwrap_or(Self::BASELINE)
        })
    }

    /// All that this processor has and the build knows, the baseline first.
    pub fn all_available() -> impl Iterator<Item = Self> {
        let (avx2, avx512) = detect();
        [(true, Kind::Baseline), (avx2, Kind::Avx2), (avx2 && avx512, Kind::Avx512)]
            .into_iter()
            .filter_map(|(has, kind)| has.then_some(Self(kind)))
    }

    /// Its name: `baseline`, `avx2`, `avx512`.
    pub fn name(self) -> &'static str {
        match self.0 {
            Kind::Baseline => "baseline",
            Kind::Avx2 => "avx2",
            Kind::Avx512 => "avx512",
        }
    }

    /// Its number, from 0.
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// Whether there is AVX2 with what came along with it, and the parts of AVX-512 that lane functions are compiled for. The lists are those
/// of [`levels`].
#[cfg(all(target_arch = "x86_64", any(not(debug_assertions), feature = "levels")))]
fn detect() -> (bool, bool) {
    let avx2 = is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("fma")
        && is_x86_feature_detected!("f16c")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt");
    let avx512 = is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512vl")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512dq")
        && is_x86_feature_detected!("avx512cd");
    (avx2, avx512)
}

#[cfg(not(all(target_arch = "x86_64", any(not(debug_assertions), feature = "levels"))))]
fn detect() -> (bool, bool) {
    (false, false)
}

/// The lane functions that are compiled for each level, and after the semicolon those for AVX2 alone, in modules `avx2` and `avx512`.
/// `FAST`, the argument of each, says that the function is for one of them.
#[cfg(all(target_arch = "x86_64", any(not(debug_assertions), feature = "levels")))]
macro_rules! levels {
    ($($run:ident)*; $($one:ident)*) => {
        mod avx2 {
            use super::{Ops, Wave, World};
            $(
                #[target_feature(enable = "avx2,fma,f16c,bmi1,bmi2,lzcnt,popcnt")]
                pub fn $run(m: &mut Wave, o: &Ops, w: &mut dyn World) {
                    super::$run::<true>(m, o, w)
                }
            )*
            $(
                #[target_feature(enable = "avx2,fma,f16c,bmi1,bmi2,lzcnt,popcnt")]
                pub fn $one(m: &mut Wave, o: &Ops, w: &mut dyn World) {
                    super::$one::<true>(m, o, w)
                }
            )*
        }
        mod avx512 {
            use super::{Ops, Wave, World};
            $(
                #[target_feature(
                    enable = "avx2,fma,f16c,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512vl,avx512bw,avx512dq,avx512cd"
                )]
                pub fn $run(m: &mut Wave, o: &Ops, w: &mut dyn World) {
                    super::$run::<true>(m, o, w)
                }
            )*
        }
    };
}

/// Here there is the baseline alone.
#[cfg(not(all(target_arch = "x86_64", any(not(debug_assertions), feature = "levels"))))]
macro_rules! levels {
    ($($run:ident)*; $($one:ident)*) => {};
}

/// A lane function at every level. A second one does all that the first one does, without haste: where there are other levels it is good
/// enough for the baseline.
#[cfg(all(target_arch = "x86_64", any(not(debug_assertions), feature = "levels")))]
macro_rules! at_levels {
    ($run:ident) => {
        [$run::<false>, avx2::$run, avx512::$run]
    };
    ($run:ident, $rest:expr) => {
        [$rest, avx2::$run, avx512::$run]
    };
}

/// Like `at_levels`, for a function that is compiled for one level in addition to the baseline.
#[cfg(all(target_arch = "x86_64", any(not(debug_assertions), feature = "levels")))]
macro_rules! at_one_level {
    ($run:ident) => {
        [$run::<false>, avx2::$run, avx2::$run]
    };
    ($run:ident, $rest:expr) => {
        [$rest, avx2::$run, avx2::$run]
    };
}

#[cfg(not(all(target_arch = "x86_64", any(not(debug_assertions), feature = "levels"))))]
macro_rules! at_levels {
    ($run:ident $(, $rest:expr)?) => {
        [$run::<false>; 3]
    };
}

#[cfg(not(all(target_arch = "x86_64", any(not(debug_assertions), feature = "levels"))))]
macro_rules! at_one_level {
    ($run:ident $(, $rest:expr)?) => {
        [$run::<false>; 3]
    };
}

pub(crate) use {at_levels, at_one_level, levels};
