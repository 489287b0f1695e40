//! A debugger of GPU programs on the emulator.
//!
//! [`Debugger`] is the engine: it runs launches forward and back, stops at breakpoints, and knows registers, memory and
//! code. It knows no terminal and no protocol. [`shell`] is its command line, [`dap`] speaks the Debug Adapter
//! Protocol, and `screen` draws a terminal (feature `screen`). Each of them is only a way to use the engine.

mod code;
mod count;
pub mod dap;
mod debugger;
mod expression;
mod kind;
mod message;
mod places;
#[cfg(feature = "screen")]
pub mod screen;
pub mod shell;
mod stops;

pub use code::{Code, Row};
pub use debugger::{Argument, Debugger, Frame, Loaded, Reason, Special, Step};
pub use expression::{Expression, Scope, Value};
pub use kind::{Kind, Number};
pub use stops::{Breakpoint, On, WaveId};
