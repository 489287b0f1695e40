//! Notes of code objects, and their metadata as MessagePack.

use rmp::encode;

use crate::yaml::{self, Node, Value, YamlError};

/// A note.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note<'a> {
    /// Vendor, without the zero that ends it.
    pub vendor: &'a str,
    /// Type.
    pub kind: u32,
    /// Contents.
    pub data: &'a [u8],
}

impl Note<'_> {
    /// Type of the note with the version of the code object, `NT_AMD_HSA_CODE_OBJECT_VERSION`; its vendor is `AMD`.
    pub const VERSION: u32 = 1;
    /// Type of the note with the numbers of the processor, `NT_AMD_HSA_ISA_VERSION`; its vendor is `AMD`.
    pub const PROCESSOR: u32 = 3;
    /// Type of the note with metadata as MessagePack, `NT_AMDGPU_METADATA`; its vendor is `AMDGPU`.
    pub const METADATA: u32 = 32;
    /// Type of the note with metadata as YAML, `NT_AMD_HSA_METADATA`; its vendor is `AMD`.
    pub const METADATA_YAML: u32 = 10;
    /// Type of the note with values of registers for PAL, `NT_AMD_PAL_METADATA`; its vendor is `AMD`.
    pub const PAL_REGISTERS: u32 = 12;
    /// Type of the note with the name of the target, `NT_AMD_HSA_ISA_NAME`; its vendor is `AMD`.
    pub const TARGET: u32 = 11;

    /// Appends the bytes of the note, with its padding.
    pub fn write(&self, out: &mut Vec<u8>) {
        for word in [self.vendor.len() as u32 + 1, self.data.len() as u32, self.kind] {
            out.extend(word.to_le_bytes());
        }
        out.extend(self.vendor.as_bytes());
        out.push(0);
        out.resize(out.len().next_multiple_of(4), 0);
        out.extend(self.data);
        out.resize(out.len().next_multiple_of(4), 0);
    }
}

/// Converts metadata from YAML to MessagePack as LLVM writes it: keys in order of their bytes, numbers and strings in
/// their shortest form.
///
/// # Errors
/// Returns the line of the error and a message.
pub fn message_pack_of_yaml(text: &str) -> Result<Vec<u8>, YamlError> {
    message_pack(&yaml::read(text)?)
}

/// Keys whose values are names. A name may be a word that means a flag elsewhere, such as `n`; LLVM refuses it there.
const NAMES: &[&str] = &[".name", ".symbol", ".type_name", ".language", ".vec_type_hint", ".device_enqueue_symbol"];

/// As [`message_pack_of_yaml`], of metadata that were read.
pub(crate) fn message_pack(root: &Node<'_>) -> Result<Vec<u8>, YamlError> {
    let mut bytes = Vec::new();
    write(root, false, &mut bytes)?;
    Ok(bytes)
}

/// A scalar.
enum Scalar<'t> {
    Nil,
    Flag(bool),
    Unsigned(u64),
    Signed(i64),
    Float(f64),
    Text(&'t str),
}

/// Value of a scalar without quotes.
fn scalar(text: &str) -> Scalar<'_> {
    match text {
        "" | "~" | "null" => return Scalar::Nil,
        _ => {}
    }
    if let Some(flag) = yaml::flag(text) {
        return Scalar::Flag(flag);
    }
    // Nearly all others are names.
    let starts = text.trim_start_matches(['-', '+', '.']).starts_with(|c: char| c.is_ascii_digit());
    if !starts {
        return Scalar::Text(text);
    }
    if let Some(number) = yaml::number(text) {
        return Scalar::Unsigned(number);
    }
    let negative = text.strip_prefix('-').and_then(yaml::number);
    if let Some(number) = negative.and_then(|number| 0_i64.checked_sub_unsigned(number)) {
        return Scalar::Signed(number);
    }
    match text.parse::<f64>() {
        Ok(number) => Scalar::Float(number),
        Err(_) => Scalar::Text(text),
    }
}

/// The number of a register that is a key, `0x2e12` or `0x2e12 (NAME)`.
fn register_of(key: &str) -> Option<u64> {
    let digits = key.strip_prefix("0x")?;
    u64::from_str_radix(digits.split_once(" (").map_or(digits, |(number, _)| number), 16).ok()
}

/// Writes a value, which may be a name.
fn write(node: &Node<'_>, is_name: bool, out: &mut Vec<u8>) -> Result<(), YamlError> {
    let fail = || YamlError::new(node.at.line, "the metadata are too large");
    let length = |count: usize| u32::try_from(count).map_err(|_| fail());
    let done = match &node.value {
        Value::Scalar { text, is_plain } => {
            length(text.len())?;
            match if *is_plain && !is_name { scalar(text) } else { Scalar::Text(text) } {
                Scalar::Nil => encode::write_nil(out).is_ok(),
                Scalar::Flag(flag) => encode::write_bool(out, flag).is_ok(),
                Scalar::Unsigned(number) => encode::write_uint(out, number).is_ok(),
                Scalar::Signed(number) => encode::write_sint(out, number).is_ok(),
                Scalar::Float(number) if f64::from(number as f32) == number => {
                    encode::write_f32(out, number as f32).is_ok()
                }
                Scalar::Float(number) => encode::write_f64(out, number).is_ok(),
                Scalar::Text(text) => encode::write_str(out, text).is_ok(),
            }
        }
        Value::List(values) => {
            let started = encode::write_array_len(out, length(values.len())?).is_ok();
            values.iter().try_for_each(|value| write(value, false, out))?;
            started
        }
        Value::Map(members) => {
            let mut sorted = Vec::with_capacity(members.len());
            for (key, value) in members {
                let name = yaml::string(key)?.text();
                sorted.push((register_of(name), name, key.at.line, value));
            }
            sorted.sort_by(|a, b| (a.0, a.1).cmp(&(b.0, b.1)));
            if let Some([_, again]) = sorted.windows(2).find(|pair| pair[0].1 == pair[1].1) {
                return Err(YamlError::new(again.2, format!("the key `{}` occurs twice", again.1)));
            }
            let started = encode::write_map_len(out, length(members.len())?).is_ok();
            for (register, name, _, value) in sorted {
                match register {
                    Some(register) => encode::write_uint(out, register).is_ok(),
                    None => encode::write_str(out, name).is_ok(),
                };
                write(value, NAMES.contains(&name), out)?;
            }
            started
        }
    };
    if done { Ok(()) } else { Err(fail()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn yaml_becomes_the_shortest_messagepack() {
        let packed = |text: &str| message_pack_of_yaml(text).expect("it is YAML");
        assert_eq!(packed("b: 128\na: '1'\n"), b"\x82\xa1a\xa11\xa1b\xcc\x80");
        assert_eq!(
            packed("- -1\n- true\n- ~\n- 0x100\n- nan\n- 1.5\n"),
            b"\x96\xff\xc3\xc0\xcd\x01\x00\xa3nan\xca\x3f\xc0\0\0"
        );
        assert_eq!(packed("a: []\n"), b"\x81\xa1a\x90");
        // Words and numbers as llvm-mc reads them.
        assert_eq!(
            packed("- y\n- No\n- oFF\n- !str n\n- 017\n- 0b11\n- -0x10\n"),
            b"\x97\xc3\xc2\xa3oFF\xa1n\x0f\x03\xf0"
        );
        assert_eq!(packed(".name: n\n.size: n\n"), b"\x82\xa5.name\xa1n\xa5.size\xc2");
        // Keys that are registers, in the order of their numbers.
        assert_eq!(packed("'0x2e12 (B)': 1\n0x80: 2\n"), b"\x82\xcc\x80\x02\xcd\x2e\x12\x01");
    }

    #[test]
    fn errors_name_their_line() {
        let fails = |text: &str| message_pack_of_yaml(text).expect_err("it is wrong");
        assert_eq!(fails("a: 1\na: 2\n").line, 2);
        assert_eq!(fails("a: &x [1]\nb: *x\n").line, 2);
        assert!(fails("").message.contains("no metadata"));
        assert!(fails(&"- ".repeat(1000)).message.contains("deep"));
    }
}
