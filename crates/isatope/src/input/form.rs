//! Detects the form and the target of an input without a container.

use isatope_diag::{Diagnostic, codes};
use isatope_object::hex::{Hex, HexError, Numbers};

use super::Dump;
use crate::{Assemble, Target};

/// Form of an input without a container.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Hexadecimal digits.
    Hex,
    /// A dump of Mesa's compiler.
    Dump,
    /// Bytes.
    Raw,
}

impl Form {
    /// Finds out what an input is. Text is never taken for machine code. With a target only its dumps are known.
    ///
    /// ```
    /// use isatope::Target;
    /// use isatope::input::Form;
    ///
    /// let input = b"0xd1010001, 0x00000702";
    /// assert_eq!(Form::of(input, None), Form::Hex);
    /// assert_eq!(Form::Hex.target(input), Ok(Target::GCN1_2));
    /// ```
    pub fn of(bytes: &[u8], target: Option<Target>) -> Self {
        let Some(text) = text_of(bytes) else { return Self::Raw };
        let dump = || Dump::new(text, target.or_else(Dump::usual_target)?);
        match dump() {
            Some(dump) if dump.has_words() || Numbers::of(text).is_none() => Self::Dump,
            _ => Self::Hex,
        }
    }

    /// The target of an input of this form without a target: the only architecture that decodes everything, in its
    /// default version.
    ///
    /// # Errors
    /// If it is code for no target, or for several.
    pub fn target(self, bytes: &[u8]) -> Result<Target, Box<Diagnostic>> {
        told(bytes, self)
    }
}

/// The bytes as a text, if they are one.
fn text_of(bytes: &[u8]) -> Option<&str> {
    let text = std::str::from_utf8(bytes).ok()?;
    let sign = |c: char| !c.is_control() || matches!(c, '\n' | '\r' | '\t' | '\x0c');
    text.chars().all(sign).then_some(text)
}

/// Bytes of a number of up to 8 digits, and of a longer one.
const SHORT: usize = 4;
const LONG: usize = 8;

fn told(bytes: &[u8], form: Form) -> Result<Target, Box<Diagnostic>> {
    let usual = Target::USUAL;
    let (text, whole) = text_of(bytes).map_or((None, true), |text| {
        let start = start_of(text);
        (Some(start), start.len() == text.len())
    });
    let numbers = text.and_then(Numbers::of).filter(|n| form == Form::Hex && n.count > 0);
    let suits = |target: &Target| match form {
        Form::Dump => Some(*target) == Dump::usual_target(),
        Form::Raw => is_code(*target, bytes, true),
        Form::Hex => {
            // Numbers of 32 bits are the words of an architecture that has such words, or halves of longer ones.
            let fits = numbers.is_some_and(|n| !n.are_short() || target.word_bytes() <= SHORT || n.are_halves());
            let read = || text.and_then(|text| target.hex(text).ok());
            fits && read().is_some_and(|hex| is_code(*target, hex.bytes(), whole))
        }
    };
    let mut all: Vec<Target> = Target::all().filter(suits).collect();
    // The length of words tells, where they can be instructions of that length.
    let told = numbers.and_then(|n| if n.are_long() { Some(LONG) } else { n.are_short().then_some(SHORT) });
    let has_word = |bytes: usize| move |t: &Target| t.word_bytes() == bytes;
    if let Some(bytes) = told.filter(|bytes| all.iter().any(has_word(*bytes))) {
        all.retain(has_word(bytes));
    }
    let names = |list: &[Target]| list.iter().map(|t| t.name()).collect::<Vec<_>>().join(", ");
    let ask = |what: String| {
        let help = "select a target with `-t`; `isatope targets` lists all targets";
        Err(Box::new(Diagnostic::error(codes::UNKNOWN_TARGET, what).help(help)))
    };
    match all.as_slice() {
        _ if bytes.is_empty() => Ok(usual),
        // Words that are not instructions of anything are shown as what they are.
        [] if form == Form::Hex && told == Some(LONG) => Ok(Target::all().find(has_word(LONG)).unwrap_or(usual)),
        // What is wrong with other digits is said when they are read.
        [] if form == Form::Hex
            && (told.is_some() || text.is_none_or(|text| numbers.is_none() || usual.hex(text).is_err())) =>
        {
            Ok(usual)
        }
        [] => ask("no target decodes all of the bytes".to_string()),
        [one] => Ok(*one),
        many if many.iter().any(|t| t.architecture() != many[0].architecture()) => {
            ask(format!("the input could be code for any of {}", names(many)))
        }
        many if many.contains(&usual) => Ok(usual),
        many => ask(format!("this is not code for {}, but it could be code for any of {}", usual.name(), names(many))),
    }
}

/// Bytes of a long input that are looked at.
const LOOK: usize = 1 << 18;

/// Unit of reading: whole lines, or words.
fn start_of(text: &str) -> &str {
    let Some(start) = (text.len() > LOOK).then(|| &text[..text.floor_char_boundary(LOOK)]) else { return text };
    start.rfind('\n').or(start.rfind([' ', ','])).map_or(text, |end| &start[..end])
}

/// Whether everything is an instruction, apart from padding and a piece of a word at the end. Where it is not the
/// whole, an instruction may be cut off.
fn is_code(target: Target, bytes: &[u8], whole: bool) -> bool {
    let word = target.word_bytes();
    let whole = whole && bytes.len() <= LOOK;
    let mut rest = &bytes[..bytes.len().min(LOOK)];
    let mut some = false;
    let tolerant = target.arch().reserved_set;
    while rest.len() >= word {
        let padding = target.pads_with_zeros() && rest[..word].iter().all(|b| *b == 0);
        let step = match target.decode(rest) {
            _ if padding => word,
            // Words of other architectures mostly have reserved bits that are set.
            Ok(inst) if tolerant || inst.reserved_bits() == 0 && inst.cautions().next().is_none() => {
                some = true;
                inst.len()
            }
            Ok(_) => return false,
            Err(_) if !whole && rest.len() < 8 => break,
            Err(_) => return false,
        };
        rest = &rest[step.min(rest.len())..];
    }
    some
}

/// Reads an input that is hexadecimal digits and nothing else.
///
/// # Errors
/// Error: text that is not machine code, with its position.
pub fn digits(text: &str, target: Target) -> Result<Hex, HexError> {
    match target.hex(text) {
        Ok(hex) if hex.bytes().is_empty() && !text.trim().is_empty() => {
            let at = text.len() - text.trim_start().len()..text.trim_end().len();
            let help = "use `isatope asm` to read source, or `--input raw` to read any bytes";
            Err(HexError::new(at, "there are no hexadecimal digits here").help(help))
        }
        read => read,
    }
}
