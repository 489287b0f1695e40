//! Parses the values of `--arg`.

use std::path::PathBuf;

use isatope::run::scalar::{Scalar, hex};

/// An argument as it is given.
#[derive(Clone, Debug, PartialEq)]
pub enum Spec {
    /// A buffer with the contents of a file.
    In(PathBuf),
    /// Like `In`, written back after the run.
    InOut(PathBuf),
    /// A buffer of this many zeros that is written to a file.
    Out(PathBuf, u64),
    /// A buffer of this many zeros.
    Zero(u64),
    /// A buffer of this many bytes that nothing has initialized.
    Uninit(u64),
    /// Numbers of a kind, as their bits.
    Numbers(Scalar, Vec<u64>),
    /// A structure by value.
    Bytes(Vec<u8>),
    /// Bytes of local memory.
    Local(u32),
    /// No buffer.
    Null,
    /// A number whose kind the kernel says.
    Text(String),
}

/// Reads an argument.
///
/// # Errors
/// What is wrong with it, and what would be right.
pub fn parse(text: &str) -> Result<Spec, String> {
    let Some((word, rest)) = text.split_once(':') else {
        return match text {
            "null" => Ok(Spec::Null),
            "" => Err("an argument is empty".to_string()),
            "in" | "inout" | "out" | "zero" | "uninit" | "bytes" | "local" => {
                Err(format!("`{text}` needs a value: {text}:…"))
            }
            _ => Ok(Spec::Text(text.to_string())),
        };
    };
    let within = |what: String| format!("`{text}`: {what}");
    let file = |name: &str| match name {
        "" => Err(within("the name of a file is missing".to_string())),
        name => Ok(PathBuf::from(name)),
    };
    let size = |digits: &str| Scalar::U64.parse(digits).map_err(&within);
    match word {
        "in" => Ok(Spec::In(file(rest)?)),
        "inout" => Ok(Spec::InOut(file(rest)?)),
        "out" => match rest.rsplit_once(':') {
            Some((name, bytes)) => Ok(Spec::Out(file(name)?, size(bytes)?)),
            None => Err(within("the size of the buffer is missing: out:FILE:BYTES".to_string())),
        },
        "zero" => Ok(Spec::Zero(size(rest)?)),
        "uninit" => Ok(Spec::Uninit(size(rest)?)),
        "bytes" => Ok(Spec::Bytes(hex(rest).map_err(&within)?)),
        "local" => Ok(Spec::Local(Scalar::U32.parse(rest).map_err(&within)? as u32)),
        _ => match Scalar::from_name(word) {
            Some(kind) => {
                let bits = rest.split(',').map(|part| kind.parse(part)).collect::<Result<_, _>>();
                Ok(Spec::Numbers(kind, bits.map_err(&within)?))
            }
            None => {
                let words = || {
                    ["in", "out", "inout", "zero", "uninit", "bytes", "local", "null"]
                        .into_iter()
                        .chain(Scalar::ALL.into_iter().map(Scalar::name))
                };
                let hint = match isatope::diagnostics::nearest(word, words()) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("there is {}", words().collect::<Vec<_>>().join(", ")),
                };
                Err(within(format!("there is no kind `{word}:`; {hint}")))
            }
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments() {
        for (text, expected) in [
            ("in:a.bin", Spec::In("a.bin".into())),
            ("in:c:/a.bin", Spec::In("c:/a.bin".into())),
            ("out:c:/x.bin:0x40", Spec::Out("c:/x.bin".into(), 64)),
            ("zero:16", Spec::Zero(16)),
            ("uninit:16", Spec::Uninit(16)),
            ("u8:255", Spec::Numbers(Scalar::U8, vec![255])),
            ("i8:-1", Spec::Numbers(Scalar::I8, vec![255])),
            ("f32:1,0.5", Spec::Numbers(Scalar::F32, vec![0x3f80_0000, 0x3f00_0000])),
            ("bytes:0011", Spec::Bytes(vec![0, 0x11])),
            ("local:1024", Spec::Local(1024)),
            ("null", Spec::Null),
            ("-1.5", Spec::Text("-1.5".to_string())),
        ] {
            assert_eq!(parse(text), Ok(expected), "{text}");
        }
    }

    #[test]
    fn mistakes() {
        for (text, expected) in [
            ("", "an argument is empty"),
            ("in", "`in` needs a value: in:…"),
            ("in:", "`in:`: the name of a file is missing"),
            ("out:c.bin", "`out:c.bin`: the size of the buffer is missing: out:FILE:BYTES"),
            ("out:c.bin:many", "`out:c.bin:many`: `many` is not a valid u64: write 42 or 0x2a"),
            ("u8:256", "`u8:256`: 256 does not fit into u8, which goes from 0 to 255"),
            ("inut:x", "`inut:x`: there is no kind `inut:`; did you mean `inout`?"),
            ("bytes:0", "`bytes:0`: there are 1 hexadecimal digits, but a byte has two"),
        ] {
            assert_eq!(parse(text), Err(expected.to_string()), "{text}");
        }
    }
}
