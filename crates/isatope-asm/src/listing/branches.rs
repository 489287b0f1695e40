//! Finds direct branches and their targets.

use isatope_core::tables::{ClassId, CodeRange, Field, FieldKind, Form, Kind};
use isatope_core::{Formatter, Target};

/// For each opcode whether the dialect writes a label in it. Empty if it writes labels in no instruction of the target.
pub(super) fn labelled_forms(target: Target, formatter: &Formatter) -> Vec<bool> {
    let arch = target.arch();
    let is_label = |class: ClassId| match *arch[class].codes {
        [CodeRange { kind: Kind::Number(number), .. }] => formatter.has_labels(&arch[number]),
        _ => false,
    };
    let has_label = |f: &Field| matches!(f.kind, FieldKind::Operand(class) if is_label(class));
    let layouts: Vec<bool> = arch.layouts.iter().map(|l| l.fields.iter().any(has_label)).collect();
    let of = |f: &Form| f.encoding(target.version()).is_some_and(|encoding| layouts[arch[encoding].layout.index()]);
    let forms: Vec<bool> = arch.forms.iter().map(of).collect();
    if forms.contains(&true) { forms } else { Vec::new() }
}
