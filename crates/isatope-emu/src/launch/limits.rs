//! Limits of a launch, and the errors for launches that exceed them.

use isatope_core::Target;

use crate::launch::arguments::ArgError;
use crate::machine::shape::Shape;

/// Why a kernel cannot be launched.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LaunchError {
    /// The arguments do not fit.
    #[error(transparent)]
    Arguments(#[from] ArgError),
    /// A size of the grid or the workgroup is 0.
    #[error("the {0} has a size of 0 in {1}")]
    Empty(&'static str, char),
    /// A workgroup is larger than hardware has room for, or than the kernel was compiled for.
    #[error("a workgroup of {0} is too large: {1}")]
    GroupSize(String, String),
    /// The kernel was compiled for workgroups of another size.
    #[error(
        "a workgroup of {} is of another size than the kernel was compiled for: {}",
        commas(given),
        commas(required)
    )]
    OtherGroupSize {
        /// The size of the launch.
        given: [u32; 3],
        /// The size that the kernel requires.
        required: [u32; 3],
    },
    /// It needs more LDS than there is.
    #[error("a workgroup needs {0} bytes of {2}, and there are {1}")]
    Shared(u32, u32, &'static str),
    /// A work-item is to have a stack of this many bytes, and can have this many beside those that the kernel asks for.
    #[error("a stack of {0} bytes is too large: a work-item can have {1}, beside what the kernel asks for")]
    Stack(u32, u32),
    /// Each thread needs this many bytes for itself, and can have this many.
    #[error("a thread needs {0} bytes of its own, and there are {1} at most")]
    ThreadLocal(u32, u32),
    /// Each workgroup needs this many bytes, and can have this many.
    #[error("a workgroup needs {0} bytes of its own, and there are {1} at most")]
    WorkgroupLocal(u32, u32),
    /// There is no special value of this name that a launch can set.
    #[error("`{0}` is no value that all lanes find when they start")]
    NoValue(String),
    /// The program reads which floating-point exceptions there were, and the build cannot note them.
    #[error("the program reads floating-point exceptions, which this build does not note")]
    Exceptions,
    /// The grid has more workgroups than can be counted.
    #[error("the grid has more than {} workgroups", u32::MAX)]
    Grid,
}

/// Sizes as options write them: `64,1,1`.
fn commas([x, y, z]: &[u32; 3]) -> String {
    format!("{x},{y},{z}")
}

impl LaunchError {
    pub(crate) fn too_large(target: Target, items: u64, why: String) -> Self {
        Self::GroupSize(format!("{items} {}s", target.arch().called.thread), why)
    }
}

/// Sizes that hardware has room for.
pub(crate) fn checked(target: Target, grid: [u32; 3], group: [u32; 3]) -> Result<Shape, LaunchError> {
    for (name, size) in [("grid", grid), ("workgroup", group)] {
        if let Some(axis) = size.iter().position(|n| *n == 0) {
            return Err(LaunchError::Empty(name, ['x', 'y', 'z'][axis]));
        }
    }
    let shape = Shape::new(grid, group);
    let most = target.version_info().limits.workgroup;
    if most != 0 && shape.items() > most.into() {
        return Err(LaunchError::too_large(target, shape.items(), format!("hardware has room for {most}")));
    }
    if shape.workgroups().into_iter().fold(1u64, |all, n| all.saturating_mul(n.into())) > u32::MAX.into() {
        return Err(LaunchError::Grid);
    }
    Ok(shape)
}
