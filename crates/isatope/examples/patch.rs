//! Changes an operand of one instruction in a code object.

use isatope::{Edit, Error, Object};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let [path, address, name, text] = <[String; 4]>::try_from(std::env::args().skip(1).collect::<Vec<_>>())
        .map_err(|_| "usage: patch FILE ADDRESS OPERAND TEXT, such as: patch kernel.co 0x1104 vdst v5")?;
    let mut file = std::fs::read(&path)?;
    let address = u64::from_str_radix(address.trim_start_matches("0x"), 16)?;
    println!("{}", patch(&mut file, address, &name, &text)?.ok_or("the new instruction has another length")?);
    Ok(std::fs::write(&path, file)?)
}

/// Changes the instruction at an address, and returns its text before and after; `None` if the new one has another
/// length.
pub fn patch(file: &mut [u8], address: u64, name: &str, text: &str) -> Result<Option<String>, Error> {
    let object = Object::open(file)?;
    let old = object.instructions()?.find(|(at, _)| *at == address).map(|(_, inst)| inst);
    let section = object.sections().find(|s| s.is_code && (s.address..s.address + s.size).contains(&address));
    let (Some(old), Some(section)) = (old, section) else { return Ok(None) };
    let start = (section.offset + address - section.address) as usize;
    let new = old.with(name, text)?;
    if new.len() != old.len() {
        return Ok(None);
    }
    file[start..start + new.len()].copy_from_slice(&new.bytes());
    Ok(Some(format!("{old} -> {new}")))
}
