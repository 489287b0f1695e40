//! Constants for every target, dialect and operation, generated from the specification.

use crate::dialect::Dialect;
use crate::operation::Operation;
use crate::tables::InstId;
use crate::target::Target;

include!(concat!(env!("OUT_DIR"), "/constants.rs"));
