//! Finds the processor of a container.

use crate::Container;
use crate::text::text;

/// `e_machine` of AMD GPUs in code made by LLVM.
pub(crate) const EM_AMDGPU: u16 = 224;
/// `e_machine` of AMD's OpenCL 2.0 driver, 32-bit variant.
pub(crate) const EM_OPENCL2_32: u16 = 0xaf5a;
/// `e_machine` of the 64-bit variant.
pub(crate) const EM_OPENCL2_64: u16 = 0xaf5b;

/// `EF_AMDGPU_MACH`, the low byte of `e_flags`.
const MACHINES: &[(u32, &str)] = &[
    (0x020, "gfx600"),
    (0x021, "gfx601"),
    (0x022, "gfx700"),
    (0x023, "gfx701"),
    (0x024, "gfx702"),
    (0x025, "gfx703"),
    (0x026, "gfx704"),
    (0x028, "gfx801"),
    (0x029, "gfx802"),
    (0x02a, "gfx803"),
    (0x02b, "gfx810"),
    (0x02c, "gfx900"),
    (0x02d, "gfx902"),
    (0x02e, "gfx904"),
    (0x02f, "gfx906"),
    (0x030, "gfx908"),
    (0x031, "gfx909"),
    (0x032, "gfx90c"),
    (0x033, "gfx1010"),
    (0x034, "gfx1011"),
    (0x035, "gfx1012"),
    (0x036, "gfx1030"),
    (0x037, "gfx1031"),
    (0x038, "gfx1032"),
    (0x039, "gfx1033"),
    (0x03a, "gfx602"),
    (0x03b, "gfx705"),
    (0x03c, "gfx805"),
    (0x03d, "gfx1035"),
    (0x03e, "gfx1034"),
    (0x03f, "gfx90a"),
    (0x040, "gfx940"),
    (0x041, "gfx1100"),
    (0x042, "gfx1013"),
    (0x043, "gfx1150"),
    (0x044, "gfx1103"),
    (0x045, "gfx1036"),
    (0x046, "gfx1101"),
    (0x047, "gfx1102"),
    (0x048, "gfx1200"),
    (0x04a, "gfx1151"),
    (0x04b, "gfx941"),
    (0x04c, "gfx942"),
    (0x04e, "gfx1201"),
    (0x04f, "gfx950"),
    (0x051, "gfx9-generic"),
    (0x052, "gfx10-1-generic"),
    (0x053, "gfx10-3-generic"),
    (0x054, "gfx11-generic"),
    (0x055, "gfx1152"),
    (0x058, "gfx1153"),
    (0x059, "gfx12-generic"),
    (0x05f, "gfx9-4-generic"),
];

/// `e_machine` of programs of the Catalyst driver.
const CATALYST: &[(u16, &str)] = &[
    (0x3fd, "tahiti"),
    (0x3fe, "pitcairn"),
    (0x3ff, "capeverde"),
    (0x402, "oland"),
    (0x403, "bonaire"),
    (0x404, "spectre"),
    (0x405, "spooky"),
    (0x406, "kalindi"),
    (0x407, "hainan"),
    (0x408, "hawaii"),
    (0x409, "iceland"),
    (0x40a, "tonga"),
    (0x40b, "mullins"),
    (0x40c, "fiji"),
    (0x40d, "carrizo"),
    (0x40e, "ellesmere"),
    (0x40f, "baffin"),
    (0x412, "gfx804"),
];

/// `e_machine` of processors whose programs may contain GPU code, or are passed by mistake.
const OTHERS: &[(u16, &str)] = &[
    (3, "i386"),
    (8, "MIPS"),
    (20, "PowerPC"),
    (21, "64-bit PowerPC"),
    (22, "S/390"),
    (40, "Arm"),
    (62, "x86-64"),
    (183, "AArch64"),
    (190, "NVIDIA CUDA"),
    (243, "RISC-V"),
    (247, "BPF"),
    (258, "LoongArch"),
];

/// Processor of an ELF file, by its first bytes; `None` if this crate can read its code.
pub fn other_machine(start: &[u8]) -> Option<String> {
    let bytes: [u8; 2] = start.strip_prefix(b"\x7fELF")?.get(14..16)?.try_into().ok()?;
    let machine = if start.get(5) == Some(&2) { u16::from_be_bytes(bytes) } else { u16::from_le_bytes(bytes) };
    if machine == EM_AMDGPU || catalyst(machine).is_some() || matches!(machine, EM_OPENCL2_32 | EM_OPENCL2_64) {
        return None;
    }
    let known = OTHERS.iter().find(|(number, _)| *number == machine);
    Some(known.map_or_else(|| format!("machine number {machine}"), |(_, name)| name.to_string()))
}

/// `e_flags` of programs of the OpenCL 2.0 driver, as far as all of its versions agree.
const OPENCL2: &[(u32, &str)] = &[
    (1, "spectre"),
    (2, "spooky"),
    (3, "kalindi"),
    (4, "mullins"),
    (6, "bonaire"),
    (7, "hawaii"),
    (8, "iceland"),
    (9, "tonga"),
];

/// Processor of a Catalyst program.
pub(crate) fn catalyst(machine: u16) -> Option<&'static str> {
    CATALYST.iter().find(|(m, _)| *m == machine).map(|(_, name)| *name)
}

/// Processor of an OpenCL 2.0 program, by its flags.
pub(crate) fn opencl2(flags: u32) -> Option<&'static str> {
    OPENCL2.iter().find(|(f, _)| *f == flags).map(|(_, name)| *name)
}

/// Processor of a code object, by its flags.
pub(crate) fn machine(flags: u32) -> Option<&'static str> {
    MACHINES.iter().find(|(m, _)| *m == flags & 0xff).map(|(_, name)| *name)
}

/// Number of a processor in the flags of an ELF header, `EF_AMDGPU_MACH`.
pub fn machine_of(processor: &str) -> Option<u32> {
    MACHINES.iter().find(|(_, name)| *name == processor).map(|(number, _)| *number)
}

/// Processors whose code may depend on XNACK.
const WITH_XNACK: &[&str] = &[
    "gfx801",
    "gfx810",
    "gfx900",
    "gfx902",
    "gfx904",
    "gfx906",
    "gfx908",
    "gfx909",
    "gfx90a",
    "gfx90c",
    "gfx940",
    "gfx941",
    "gfx942",
    "gfx1010",
    "gfx1011",
    "gfx1012",
    "gfx1013",
    "gfx9-generic",
    "gfx10-1-generic",
];

/// Whether a processor is known and has no XNACK.
pub(crate) fn is_without_xnack(processor: &str) -> bool {
    machine_of(processor).is_some() && !WITH_XNACK.contains(&processor)
}

/// Processors whose code may depend on SRAMECC.
const WITH_SRAMECC: &[&str] = &["gfx906", "gfx908", "gfx90a", "gfx940", "gfx941", "gfx942"];

/// Flags of the ELF header for features that a target names. From code object version 4 on (`settings`), a feature that
/// the target does not name has a value for "any"; before, the flags only say that a feature is on.
pub fn feature_flags(processor: &str, xnack: Option<bool>, sramecc: Option<bool>, settings: bool) -> u32 {
    let features = [(xnack, WITH_XNACK, 8, 0x100), (sramecc, WITH_SRAMECC, 10, 0x200)];
    let flags = features.map(|(on, with, shift, old)| match (settings, on) {
        _ if !with.contains(&processor) => 0,
        (true, None) => 1 << shift,
        (true, Some(on)) => (if on { 3 } else { 2 }) << shift,
        (false, on) => {
            if on == Some(true) {
                old
            } else {
                0
            }
        }
    });
    flags[0] | flags[1]
}

/// Flags of the ELF header for the version of a generic processor, from code object version 6 on.
pub fn generic_flags(processor: &str) -> u32 {
    const FIRST_VERSION: u32 = 1;
    if processor.ends_with("-generic") { FIRST_VERSION << 24 } else { 0 }
}

/// Generation of a processor: 9 for `gfx906` and `gfx9-generic`, 10 for `gfx1030`. Names of older drivers have none.
pub fn generation(processor: &str) -> Option<u8> {
    let rest = processor.strip_prefix("gfx")?;
    let digits = match rest.split_once('-') {
        Some((digits, _)) => digits,
        None => rest.get(..rest.len().checked_sub(2)?)?,
    };
    digits.parse().ok()
}

/// Sets the target from the flags, from the name in a note, or from the numbers in an older note.
pub(crate) fn find(container: &mut Container<'_>) {
    if container.parts[0].machine == EM_AMDGPU {
        container.target = machine(container.parts[0].flags);
    }
    for note in &container.notes {
        match (note.name, note.kind) {
            ("AMD", 11) => {
                let triple = text(note.data).trim_end_matches('\0');
                container.triple = Some(triple);
                let name = triple.rsplit('-').next().unwrap_or("");
                let name = name.split(['+', ':']).next().unwrap_or("");
                if container.target.is_none() && name.starts_with("gfx") {
                    container.target = Some(name);
                }
            }
            ("AMD", 3) if container.target.is_none() => container.target = by_numbers(note.data),
            _ => {}
        }
    }
}

/// Major, minor and stepping number of a processor: 9, 0 and 6 of `gfx906`. The last two are hexadecimal digits.
pub fn processor_numbers(processor: &str) -> Option<[u32; 3]> {
    let digits = processor.strip_prefix("gfx").filter(|digits| digits.is_ascii() && digits.len() > 2)?;
    let (major, minor) = digits.split_at(digits.len() - 2);
    let (minor, stepping) = minor.split_at(1);
    let hexadecimal = |digit: &str| u32::from_str_radix(digit, 16).ok();
    Some([major.parse().ok()?, hexadecimal(minor)?, hexadecimal(stepping)?])
}

/// Processor in the note of code object version 2, which contains the sizes of two names, then major, minor and
/// stepping.
fn by_numbers(data: &[u8]) -> Option<&'static str> {
    let word = |at: usize| data.get(at..at + 4)?.try_into().ok().map(u32::from_le_bytes);
    let (major, minor, stepping) = (word(4)?, word(8)?, word(12)?);
    let named = |name: &str| name.strip_prefix("gfx").and_then(|n| u32::from_str_radix(n, 16).ok());
    let wanted = major.checked_mul(256)?.checked_add(minor.checked_mul(16)?)?.checked_add(stepping)?;
    let numbers = |name: &'static str| named(name).filter(|n| *n == wanted).map(|_| name);
    MACHINES.iter().find_map(|(_, name)| numbers(name)).or_else(|| {
        // Older drivers use their own stepping numbers, so only the generation is certain.
        Some(match major {
            6 => "gfx600",
            7 => "gfx700",
            8 => "gfx800",
            9 => "gfx900",
            _ => return None,
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_processor_has_a_generation() {
        for (_, name) in MACHINES {
            assert!(generation(name).is_some_and(|n| (6..=12).contains(&n)), "{name}");
        }
        assert_eq!(generation("gfx90c"), Some(9));
        assert_eq!(generation("gfx1030"), Some(10));
        assert_eq!(generation("gfx10-3-generic"), Some(10));
        assert_eq!(generation("tahiti"), None);
    }
}
