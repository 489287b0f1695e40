//! Processor features beyond the baseline of its architecture.
//!
//! Lane functions are compiled once for each level, and the best level of this machine is used. Only x86-64 has levels
//! above the baseline. A debug build omits them unless the feature `levels` is enabled.

use std::sync::OnceLock;

/// Whether baseline code is compiled for size. It is if the build has levels above the baseline, because it rarely runs
/// where a better level exists, and for browsers, which have to download it.
pub(crate) const IS_BASELINE_SMALL: bool = cfg!(any(
    all(target_arch = "x86_64", any(not(debug_assertions), feature = "levels")),
    all(target_family = "wasm", target_os = "unknown")
));

/// A set of instructions that the processor has. A value of this type is a proof that the processor was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Level(Kind);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[allow(dead_code, reason = "a build for another processor, or for debugging, makes the first one only")]
pub(crate) enum Kind {
    Baseline,
    Avx2,
    Avx512,
}

impl Level {
    /// Instructions that all processors of the architecture have.
    pub const BASELINE: Self = Self(Kind::Baseline);

    /// The best level that the processor and the build have, or the level that the environment variable `ISATOPE_LEVEL`
    /// names. The variable serves to measure another level, or to check that results do not depend on it.
    pub fn best() -> Self {
        static BEST: OnceLock<Level> = OnceLock::new();
        *BEST.get_or_init(|| {
            let wanted = std::env::var("ISATOPE_LEVEL").unwrap_or_default();
            let named = Self::all_available().find(|level| level.name() == wanted);
            named.or(Self::all_available().last()).unwrap_or(Self::BASELINE)
        })
    }

    /// All levels that the processor and the build have, the baseline first.
    pub fn all_available() -> impl Iterator<Item = Self> {
        let (avx2, avx512) = detect();
        [(true, Kind::Baseline), (avx2, Kind::Avx2), (avx2 && avx512, Kind::Avx512)]
            .into_iter()
            .filter_map(|(has, kind)| has.then_some(Self(kind)))
    }

    /// Name of the level: `baseline`, `avx2` or `avx512`.
    pub fn name(self) -> &'static str {
        match self.0 {
            Kind::Baseline => "baseline",
            Kind::Avx2 => "avx2",
            Kind::Avx512 => "avx512",
        }
    }

    /// The level as an enum.
    #[cfg(all(target_arch = "x86_64", any(not(debug_assertions), feature = "levels")))]
    pub(crate) fn kind(self) -> Kind {
        self.0
    }
}

/// Whether the processor has AVX2 and the extensions that came with it, and whether it has the parts of AVX-512 that
/// lane functions use. The lists are the same as in [`levels`].
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

/// Compiles lane functions for levels. The lists are: functions for each level, which become those of the modules
/// `avx2` and `avx512`; functions for AVX2 alone, which better processors use too; entries (a number and the name of a
/// function) of both; and functions that call the others, as text. `FAST`, the argument of each function, means that it
/// is compiled for one of the levels.
///
/// Defines `entry`, which finds the function of an entry for a level. A level that lacks an entry takes it from the
/// level below; `baseline` has all of them.
#[cfg(all(target_arch = "x86_64", any(not(debug_assertions), feature = "levels")))]
macro_rules! levels {
    (
        {$($all:ident)*} {$($one:ident)*} {$($all_entry:literal $all_run:ident)*} {$($one_entry:literal $one_run:ident)*}
        {$($calls:item)*}
    ) => {
        mod avx2 {
            use super::{EXEC, L, Ops, RawFn, Wave, World, address};
            $(
                #[target_feature(enable = "avx2,fma,f16c,bmi1,bmi2,lzcnt,popcnt")]
                fn $all(m: &mut Wave, o: &Ops, w: &mut dyn World) {
                    super::$all::<true>(m, o, w)
                }
            )*
            $(
                #[target_feature(enable = "avx2,fma,f16c,bmi1,bmi2,lzcnt,popcnt")]
                fn $one(m: &mut Wave, o: &Ops, w: &mut dyn World) {
                    super::$one::<true>(m, o, w)
                }
            )*
            $(
                #[target_feature(enable = "avx2,fma,f16c,bmi1,bmi2,lzcnt,popcnt")]
                $calls
            )*
            pub fn entry(entry: usize) -> RawFn<L> {
                match entry {
                    $($all_entry => address($all_run),)*
                    $($one_entry => address($one_run),)*
                    _ => super::baseline(entry),
                }
            }
        }
        mod avx512 {
            use super::{L, Ops, RawFn, Wave, World, address};
            $(
                #[target_feature(
                    enable = "avx2,fma,f16c,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512vl,avx512bw,avx512dq,avx512cd"
                )]
                fn $all(m: &mut Wave, o: &Ops, w: &mut dyn World) {
                    super::$all::<true>(m, o, w)
                }
            )*
            pub fn entry(entry: usize) -> RawFn<L> {
                match entry {
                    $($all_entry => address($all_run),)*
                    _ => super::avx2::entry(entry),
                }
            }
        }
        fn entry(entry: usize, level: Level) -> RawFn<L> {
            match level.kind() {
                Kind::Baseline => baseline(entry),
                Kind::Avx2 => avx2::entry(entry),
                Kind::Avx512 => avx512::entry(entry),
            }
        }
    };
}

/// Defines `entry` for a build that has only the baseline.
#[cfg(not(all(target_arch = "x86_64", any(not(debug_assertions), feature = "levels"))))]
macro_rules! levels {
    ($($lists:tt)*) => {
        fn entry(entry: usize, _: Level) -> RawFn<L> {
            baseline(entry)
        }
    };
}

/// A lane function for the baseline. The second argument is a smaller function with the same results, used where
/// baseline code is compiled for size.
#[cfg(any(
    all(target_arch = "x86_64", any(not(debug_assertions), feature = "levels")),
    all(target_family = "wasm", target_os = "unknown")
))]
macro_rules! at_baseline {
    ($run:ident) => {
        $run::<false>
    };
    ($run:ident, $small:expr) => {
        $small
    };
}

#[cfg(not(any(
    all(target_arch = "x86_64", any(not(debug_assertions), feature = "levels")),
    all(target_family = "wasm", target_os = "unknown")
)))]
macro_rules! at_baseline {
    ($run:ident $(, $small:expr)?) => {
        $run::<false>
    };
}

pub(crate) use {at_baseline, levels};
