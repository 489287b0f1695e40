//! Containers of older drivers: Catalyst, AMD's OpenCL 2.0 driver, and Mesa's Clover. All of them
//! contain ELF files.

use crate::elf::{self, add_part};
use crate::text::text;
use crate::{Container, Descriptor, DescriptorKind, Error, Kernel, Kind, Section, SectionKind, target};

/// Reads a program of Catalyst: `.text` of the outer ELF contains an inner ELF for each symbol `__OpenCL_NAME_kernel`.
pub(crate) fn catalyst<'a>(bytes: &'a [u8], container: &mut Container<'a>) -> Result<(), Error> {
    container.kind = Kind::Catalyst;
    container.target = target::catalyst(container.parts[0].machine);
    let symbols: Vec<_> = container.symbols.clone();
    // Each inner file is read once. Several of them must not be at the same bytes.
    let mut left = bytes.len();
    for symbol in symbols {
        let name = symbol.name.strip_prefix("__OpenCL_").and_then(|n| n.strip_suffix("_kernel"));
        let (Some(name), Some(number)) = (name, symbol.section) else { continue };
        let section = container.sections[number];
        let Some((inner, base)) = within(&section, symbol.value, symbol.size) else {
            let offset = section.offset.saturating_add(symbol.value);
            return Err(Error { offset, message: "the kernel's ELF is outside its section" });
        };
        left =
            left.checked_sub(inner.len()).ok_or(Error { offset: base, message: "the kernels' ELF files overlap" })?;
        let first = container.sections.len();
        add_part(container, inner, base, name)?;
        let code = container
            .sections
            .iter()
            .enumerate()
            .skip(first)
            .rfind(|(_, s)| s.kind == SectionKind::Code || s.name == ".text");
        let code = code.map(|(i, s)| (i, 0, s.size));
        container.kernels.push(Kernel { name, descriptor: None, code });
    }
    hold(bytes, container);
    Ok(())
}

/// Marks outer sections that contain inner files as data, because they have no code of their own.
fn hold(bytes: &[u8], container: &mut Container<'_>) {
    for inner in 1..container.parts.len() {
        let at = container.parts[inner].offset;
        for section in container.sections.iter_mut().filter(|s| s.part == 0) {
            if section.offset <= at && at < section.offset.saturating_add(section.data.len() as u64) {
                section.kind = SectionKind::Derived;
            }
        }
    }
    // An inner `.text` has no flags in files of these drivers.
    for section in container.sections.iter_mut().filter(|s| s.part > 0 && s.name == ".text" && !s.data.is_empty()) {
        if section.kind == SectionKind::Data {
            section.kind = SectionKind::Code;
        }
    }
    debug_assert!(container.parts.iter().all(|p| p.offset <= bytes.len() as u64));
}

/// A part of a section, and its offset in the file.
fn within<'a>(section: &Section<'a>, start: u64, size: u64) -> Option<(&'a [u8], u64)> {
    let end = start.checked_add(size)?;
    let bytes = section.data.get(usize::try_from(start).ok()?..usize::try_from(end).ok()?)?;
    Some((bytes, section.offset.checked_add(start)?))
}

fn word(bytes: &[u8], at: usize) -> Option<u32> {
    bytes.get(at..at.checked_add(4)?)?.try_into().ok().map(u32::from_le_bytes)
}

/// Whether `e_machine` is that of the OpenCL 2.0 driver.
pub(crate) fn is_opencl2(machine: u16) -> bool {
    matches!(machine, target::EM_OPENCL2_32 | target::EM_OPENCL2_64)
}

/// Reads a program of the OpenCL 2.0 driver. Newer ones have an inner ELF in `.text`. The oldest have a stub, a
/// descriptor and code for each symbol `__ISA_&__OpenCL_NAME_kernel_binary`.
pub(crate) fn opencl2<'a>(bytes: &'a [u8], container: &mut Container<'a>) -> Result<(), Error> {
    container.kind = Kind::OpenCl2;
    container.target = target::opencl2(container.parts[0].flags);
    let outer = container.sections.iter().position(|s| s.part == 0 && s.name == ".text");
    let Some(outer) = outer else { return Ok(()) };
    let section = container.sections[outer];
    if section.data.starts_with(b"\x7fELF") {
        add_part(container, section.data, section.offset, "")?;
        target::find(container);
        hold(bytes, container);
    }
    let symbols: Vec<_> = container.symbols.clone();
    for symbol in symbols {
        let Some(number) = symbol.section else { continue };
        let section = container.sections[number];
        let old = symbol.name.strip_prefix("__ISA_&__OpenCL_").and_then(|n| n.strip_suffix("_kernel_binary"));
        let new = symbol.name.strip_prefix("&__OpenCL_").and_then(|n| n.strip_suffix("_kernel"));
        let Some(name) = old.or(new) else { continue };
        let broken =
            Error { offset: section.offset.saturating_add(symbol.value), message: "the kernel is outside its section" };
        let (all, base) = within(&section, symbol.value, symbol.size).ok_or(broken)?;
        let setup = if old.is_some() { word(all, 0).ok_or(broken)? as usize } else { 0 };
        let head = setup.checked_add(256).and_then(|end| all.get(setup..end)).ok_or(broken)?;
        let code = setup + word(head, 16).ok_or(broken)? as usize;
        if code > all.len() {
            return Err(broken);
        }
        let at = symbol.value + setup as u64;
        let found = Descriptor {
            kind: DescriptorKind::KernelCode,
            section: number,
            at,
            offset: base + setup as u64,
            bytes: head,
        };
        let code = (number, symbol.value + code as u64, symbol.value + symbol.size);
        container.kernels.push(Kernel { name, descriptor: Some(found), code: Some(code) });
    }
    Ok(())
}

/// Whether bytes are a table of kernels as Clover writes it: a small count, followed by a name of printable characters.
pub(crate) fn is_gallium(bytes: &[u8]) -> bool {
    let count = word(bytes, 0).unwrap_or(0);
    let name = word(bytes, 4).unwrap_or(0) as usize;
    (1..=0xffff).contains(&count)
        && (1..=1024).contains(&name)
        && bytes.get(8..8 + name).is_some_and(|n| n.iter().all(u8::is_ascii_graphic))
        && table(bytes).is_ok()
}

/// A kernel of the table: its name, and the offset of its code.
type Entry<'a> = (&'a str, u32);

/// Reads the table: the kernels, and the inner ELF with its offset.
fn table(bytes: &[u8]) -> Result<(Vec<Entry<'_>>, &[u8], usize), Error> {
    let mut at = 0;
    let fail = |at: usize, message| Error { offset: at as u64, message };
    let next = |at: &mut usize| {
        let value = word(bytes, *at).ok_or(fail(*at, "the table of kernels is truncated"))?;
        *at += 4;
        Ok::<u32, Error>(value)
    };
    let count = next(&mut at)?;
    let mut kernels = Vec::new();
    for _ in 0..count {
        let length = next(&mut at)? as usize;
        let end = at.checked_add(length).filter(|end| *end <= bytes.len());
        let name = end.map(|end| &bytes[at..end]).ok_or(fail(at, "a kernel's name is outside"))?;
        at += length;
        let _section = next(&mut at)?;
        let offset = next(&mut at)?;
        let args = next(&mut at)? as usize;
        let end = args.checked_mul(24).and_then(|n| at.checked_add(n)).filter(|end| *end <= bytes.len());
        at = end.ok_or(fail(at, "a kernel's arguments are outside"))?;
        kernels.push((text(name), offset));
    }
    let sections = next(&mut at)?;
    for _ in 0..sections {
        let _number = next(&mut at)?;
        let _kind = next(&mut at)?;
        let size = next(&mut at)? as usize;
        let _with_count = next(&mut at)?;
        let _again = next(&mut at)?;
        let end = at.checked_add(size).filter(|end| *end <= bytes.len());
        let data = end.map(|end| &bytes[at..end]).ok_or(fail(at, "a section is outside"))?;
        if data.starts_with(b"\x7fELF") {
            return Ok((kernels, data, at));
        }
        at += size;
    }
    Err(fail(at, "there is no ELF in the Gallium program"))
}

/// Reads a program of Clover. It does not name a processor, unless its ELF does.
pub(crate) fn gallium(bytes: &[u8]) -> Result<Container<'_>, Error> {
    let (kernels, inner, base) = table(bytes)?;
    let mut container = Container::empty(Kind::Gallium, bytes);
    add_part(&mut container, inner, base as u64, "")?;
    target::find(&mut container);
    elf::by_symbol(&mut container);
    let text = container.sections.iter().position(|s| s.name == ".text");
    for (i, &(name, offset)) in kernels.iter().enumerate() {
        if container.kernels.iter().any(|k| k.name == name) {
            continue;
        }
        let Some(section) = text else { break };
        let end = kernels.get(i + 1).map_or(container.sections[section].size, |k| u64::from(k.1));
        let code = Some((section, u64::from(offset), end));
        container.kernels.push(Kernel { name, descriptor: None, code });
    }
    Ok(container)
}
