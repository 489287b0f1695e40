//! Finds the addresses of places: `0x40…`, `+0x1c`, `vadd`, `vadd+0x1c`, `vadd.cl:7`, `:7`, `pc`.

use std::collections::BTreeSet;

use isatope::diagnostics::{nearest, number};

use crate::debugger::Debugger;

/// The addresses of a place in the code.
///
/// # Errors
/// It is none, and what would be.
pub fn find(debugger: &Debugger, text: &str) -> Result<BTreeSet<u64>, String> {
    let found = addresses(debugger, text)?;
    if let Some(address) = found.iter().find(|address| !debugger.code().has(**address)) {
        return Err(format!("no instruction begins at {address:#x}: `disassemble {address:#x}` shows what is there"));
    }
    Ok(found)
}

fn addresses(debugger: &Debugger, text: &str) -> Result<BTreeSet<u64>, String> {
    let program = debugger.program();
    if number::radix(text).0 != 10
        && let Some(address) = number::unsigned(text)
    {
        return Ok(BTreeSet::from([address]));
    }
    // A line of the source, or of the only source.
    if let Some((file, line)) = text.rsplit_once(':')
        && let Ok(line) = line.parse::<u32>()
    {
        let files: Vec<&str> = program.lines().files().collect();
        let current = || {
            let (_, wave) = debugger.wave()?;
            program.lines().location(wave.pc).map(|place| place.file)
        };
        let file = if file.is_empty() { current().or(files.first().copied()).unwrap_or_default() } else { file };
        let found = lines_from(debugger, file, line);
        return match found {
            Some(found) => Ok(found),
            None if files.is_empty() => Err("the program has no line information: give an address or a label".into()),
            None => Err(match nearest(file, files.iter().copied()) {
                Some(near) if near != file => {
                    format!("no instruction comes from `{text}`; did you mean `{near}:{line}`?")
                }
                _ => format!("no instruction comes from `{text}`"),
            }),
        };
    }
    let (label, offset) = text.rsplit_once('+').unwrap_or((text, "0"));
    let offset = number::unsigned::<u64>(offset).ok_or_else(|| format!("`{offset}` is no distance such as 0x1c"))?;
    let entry = debugger.session().launch().entry();
    if label.is_empty() || label == entry.name() {
        return Ok(BTreeSet::from([entry.address().wrapping_add(offset)]));
    }
    if label == debugger.counter_name() {
        let (_, wave) = debugger.wave().ok_or("nothing runs")?;
        return Ok(BTreeSet::from([wave.pc.wrapping_add(offset)]));
    }
    let symbols = program.symbols().iter();
    let exact = symbols.clone().find(|symbol| symbol.name == label);
    let found = exact.or_else(|| symbols.clone().find(|s| program.name_of(s.address).as_deref() == Some(label)));
    if let Some(symbol) = found {
        return Ok(BTreeSet::from([symbol.address.wrapping_add(offset)]));
    }
    let names = || symbols.clone().map(|symbol| symbol.name.as_str()).filter(|name| !name.ends_with(".kd"));
    Err(match nearest(label, names()) {
        Some(near) => format!("the program has no label `{label}`; did you mean `{near}`?"),
        None => {
            let some: Vec<&str> = names().take(10).collect();
            format!(
                "the program has no label `{label}`: give an address as 0x…, FILE:LINE, or one of {}",
                some.join(", ")
            )
        }
    })
}

/// The addresses of a line, or of the next line of the file that has code. `None` if no later line has.
pub fn lines_from(debugger: &Debugger, file: &str, line: u32) -> Option<BTreeSet<u64>> {
    let lines = debugger.program().lines();
    let is_file = |path: &str| path == file || path.strip_suffix(file).is_some_and(|rest| rest.ends_with('/'));
    let next = lines.runs().filter(|(_, place)| place.line >= line && is_file(place.file)).map(|(_, place)| place.line);
    let found: BTreeSet<u64> = lines.addresses(file, next.min()?).into_iter().collect();
    (!found.is_empty()).then_some(found)
}
