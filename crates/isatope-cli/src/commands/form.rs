//! What an input without a container is, and what it is for.

use isatope::diagnostics::{Diagnostic, Span, codes};
use isatope::tables::{Target, decode};

use super::lister::is_padded;
use super::mesa;
use crate::hex::{Hex, HexError, Numbers};
use crate::output::Reporter;

/// What an input without a container is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Hexadecimal digits.
    Hex,
    /// A dump of Mesa's compiler.
    Dump,
    /// Bytes.
    Raw,
}

/// Finds out what an input is. Text is never taken for machine code.
pub fn form(bytes: &[u8], target: Option<Target>) -> Form {
    let Some(text) = text_of(bytes) else { return Form::Raw };
    let dump = || mesa::Reader::new(text, target.or_else(mesa::target_of_dumps)?);
    match dump() {
        Some(mesa::Reader::Words) => Form::Dump,
        Some(mesa::Reader::Text(_)) if Numbers::of(text).is_none() => Form::Dump,
        _ => Form::Hex,
    }
}

/// The bytes as a text, if they are one.
fn text_of(bytes: &[u8]) -> Option<&str> {
    let text = std::str::from_utf8(bytes).ok()?;
    let sign = |c: char| !c.is_control() || matches!(c, '\n' | '\r' | '\t' | '\x0c');
    text.chars().all(sign).then_some(text)
}

/// The target of an input that does not say it: the only architecture of which everything is an instruction, in its usual version.
pub fn told(bytes: &[u8], form: Form) -> Result<Target, Box<Diagnostic>> {
    let usual = Target::from_name(USUAL).or_else(|| Target::all().next());
    let Some(usual) = usual else { unreachable!("there are targets") };
    let (text, whole) = text_of(bytes).map_or((None, true), |text| {
        let start = start_of(text);
        (Some(start), start.len() == text.len())
    });
    let numbers = text.and_then(Numbers::of).filter(|n| form == Form::Hex && n.count > 0);
    let suits = |target: &Target| match form {
        Form::Dump => Some(*target) == mesa::target_of_dumps(),
        Form::Raw => is_code(*target, bytes, true),
        Form::Hex => {
            // Words of 32 bits are those of an architecture that has such words, or halves of longer ones.
            let fits = numbers.is_some_and(|n| !n.are_short() || target.arch().word_bits == 32 || n.are_halves());
            let read = || text.and_then(|text| Hex::read(text, *target).ok());
            fits && read().is_some_and(|hex| is_code(*target, hex.bytes(), whole))
        }
    };
    let mut all: Vec<Target> = Target::all().filter(suits).collect();
    // The length of words tells, where they can be instructions of that length.
    let told = numbers.and_then(|n| if n.are_long() { Some(64) } else { n.are_short().then_some(32) });
    if let Some(bits) = told.filter(|bits| all.iter().any(|t| t.arch().word_bits == *bits)) {
        all.retain(|t| t.arch().word_bits == bits);
    }
    let names = |list: &[Target]| list.iter().map(|t| t.name()).collect::<Vec<_>>().join(", ");
    let ask = |what: String| {
        let help = "say what it is for with `-t`; `isatope targets` lists all targets";
        Err(Box::new(Diagnostic::error(codes::UNKNOWN_TARGET, what).help(help)))
    };
    match all.as_slice() {
        _ if bytes.is_empty() => Ok(usual),
        // Words that are no instructions of anything are shown as what they are.
        [] if form == Form::Hex && told == Some(64) => {
            Ok(Target::all().find(|t| t.arch().word_bits == 64).unwrap_or(usual))
        }
        // What is wrong with other digits is said when they are read.
        [] if form == Form::Hex
            && (told.is_some() || text.is_none_or(|text| numbers.is_none() || Hex::read(text, usual).is_err())) =>
        {
            Ok(usual)
        }
        [] => ask("the bytes are not all instructions of any target".to_string()),
        [one] => Ok(*one),
        many if many.iter().any(|t| t.arch().name != many[0].arch().name) => {
            ask(format!("the input could be code for any of {}", names(many)))
        }
        many if many.contains(&usual) => Ok(usual),
        many => ask(format!("this is no code for {}, but for any of {}", usual.name(), names(many))),
    }
}

/// The target where several are possible.
const USUAL: &str = "gcn1.2";

/// Bytes of a long input that are looked at.
const LOOK: usize = 1 << 18;

/// What of a text is looked at: whole lines, or words.
fn start_of(text: &str) -> &str {
    let Some(start) = (text.len() > LOOK).then(|| &text[..text.floor_char_boundary(LOOK)]) else { return text };
    start.rfind('\n').or(start.rfind([' ', ','])).map_or(text, |end| &start[..end])
}

/// Whether everything is an instruction, apart from padding and a piece of a word at the end. Where it is not the whole, an instruction may
/// be cut off.
fn is_code(target: Target, bytes: &[u8], whole: bool) -> bool {
    let word = target.arch().word_bits as usize / 8;
    let whole = whole && bytes.len() <= LOOK;
    let mut rest = &bytes[..bytes.len().min(LOOK)];
    let mut some = false;
    while rest.len() >= word {
        let padding = is_padded(target) && rest[..word].iter().all(|b| *b == 0);
        let step = match decode(target, rest) {
            _ if padding => word,
            // Reserved bits are set in words of other architectures, mostly.
            Ok(inst) if inst.reserved_bits() == 0 && inst.cautions().next().is_none() || word == 4 => {
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

/// Reads hexadecimal digits; reports what is no such thing.
pub fn hex(name: &str, bytes: &[u8], target: Target, reporter: &mut Reporter) -> Option<Hex> {
    let Ok(text) = std::str::from_utf8(bytes) else {
        let error = Diagnostic::error(codes::HEX, format!("{name} is no text with hexadecimal digits"));
        reporter.report(&error.help("`--input raw` reads bytes"));
        return None;
    };
    let error = match Hex::read(text, target) {
        Ok(hex) if hex.bytes().is_empty() && !text.trim().is_empty() => HexError {
            at: text.len() - text.trim_start().len()..text.trim_end().len(),
            message: "there are no digits of code here".to_string(),
            help: Some("`isatope asm` reads source, `--input raw` any bytes".to_string()),
        },
        Ok(hex) => return Some(hex),
        Err(error) => error,
    };
    let file = reporter.sources.add(name, text);
    let found = Diagnostic::error(codes::HEX, error.message).at(Span::new(error.at).moved(file, 0));
    reporter.report(&Diagnostic { help: error.help, ..found });
    None
}
