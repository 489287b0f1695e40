//! Launches as manifests, which `isatope run --manifest` repeats.
//!
//! A manifest has the code object, with the present contents of its variables, and all memory that pointers in the
//! arguments lead to, at its addresses. The manifest expects what memory of the device is after the launch. Of memory
//! of the host, it expects what the launch itself has written: the host may write at the same time.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use isatope_emu::memory::Memory;
use isatope_emu::{Device, Kernel, Options, Packet, parameters};
use isatope_object::args::ArgKind;
use serde_json::{Value, json};

use crate::code::extent;
use crate::recorder::Recorder;

/// A launch that is being written.
pub(crate) struct Dump {
    folder: PathBuf,
    manifest: Value,
    /// Address, size and name of each buffer, and its contents before.
    buffers: Vec<Dumped>,
}

struct Dumped {
    base: u64,
    name: String,
    before: Vec<u8>,
    /// The recorder of the writes of the launch, if the memory is that of the host.
    recorder: Option<Arc<Recorder>>,
}

/// What is written.
pub(crate) struct Source<'a> {
    pub number: u64,
    pub target: &'a str,
    pub kernel: &'a Kernel,
    /// The file of the code, and where it is loaded.
    pub file: &'a [u8],
    pub base: u64,
    pub packet: &'a Packet,
    pub memory: &'a Memory,
    /// Counters of global wave synchronization that are not 0, by their resources.
    pub gws: BTreeMap<u8, u64>,
    /// An access past the end of a dword of private memory goes on in the next dword of its lane.
    pub unaligned_scratch: bool,
    /// The most instructions of a wavefront.
    pub max_instructions: u64,
    /// Compute units of the device.
    pub compute_units: u32,
}

/// A name as a part of a file name.
fn plain(name: &str) -> String {
    let name: String = name.chars().take_while(|c| *c != '(' && *c != '<').collect();
    let plain: String = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    plain.chars().take(40).collect()
}

impl Dump {
    /// Writes what there is before a launch, into a new folder in a folder.
    pub(crate) fn begin(to: &Path, source: &Source) -> io::Result<Self> {
        let info = source.kernel.info();
        let called = isatope_object::names::demangle(&info.name);
        let folder = to.join(format!("{:04}-{}", source.number, plain(&called)));
        fs::create_dir_all(&folder)?;
        fs::write(folder.join("program.co"), with_variables(source))?;
        let found = reachable(source);
        let mut buffers = Vec::new();
        for (base, name, size) in found {
            let mut before = vec![0; size];
            if source.memory.copy_out(base, &mut before) {
                buffers.push(Dumped { base, name, before, recorder: None });
            }
        }
        let mut listed = Vec::new();
        for (number, buffer) in buffers.iter().enumerate() {
            let file = format!("b{number}.bin");
            fs::write(folder.join(&file), &buffer.before)?;
            let (name, address) = (format!("b{number}"), buffer.base);
            listed.push(json!({ "name": name, "in": file, "address": address, "note": buffer.name }));
        }
        let packet = source.packet;
        let sizes = |all: [u32; 3]| all[..usize::from(packet.dimensions.clamp(1, 3))].to_vec();
        let mut manifest = json!({
            "target": source.target,
            "program": "program.co",
            "kernel": info.name,
            "grid": sizes(packet.grid),
            "local_size": sizes(packet.group),
            "buffers": listed,
            "args": arguments(source, &buffers),
            "note": format!("launch {} of a program: {called}", source.number),
        });
        if packet.private > info.private_segment {
            manifest["stack"] = (packet.private - info.private_segment).into();
        }
        if packet.lds > info.group_segment {
            manifest["workgroup_local_bytes"] = (packet.lds - info.group_segment).into();
        }
        if !source.gws.is_empty() {
            manifest["gws"] = source.gws.iter().map(|(resource, count)| (resource.to_string(), json!(count))).collect();
        }
        if source.unaligned_scratch {
            manifest["unaligned_scratch"] = true.into();
        }
        let usual = Options::default();
        if source.max_instructions != usual.max_instructions {
            manifest["max_instructions"] = source.max_instructions.into();
        }
        if source.compute_units != usual.compute_units {
            manifest["compute_units"] = source.compute_units.into();
        }
        Ok(Self { folder, manifest, buffers })
    }

    /// Starts to keep what the launch writes to memory of the host.
    pub(crate) fn record(&mut self, device: &mut Device) {
        for buffer in &mut self.buffers {
            buffer.recorder = Recorder::start(device, buffer.base, buffer.before.clone());
        }
    }

    /// Writes the manifest, with what there is after the launch if it came to its end.
    pub(crate) fn end(mut self, device: &mut Device, is_done: bool) -> io::Result<()> {
        let recorders = self.buffers.iter().filter_map(|buffer| buffer.recorder.as_ref());
        recorders.for_each(|recorder| recorder.end(device));
        for (number, buffer) in self.buffers.iter().enumerate().filter(|_| is_done) {
            let mut after = vec![0; buffer.before.len()];
            let is_there = match &buffer.recorder {
                Some(recorder) => {
                    after = recorder.contents();
                    true
                }
                None => device.memory().copy_out(buffer.base, &mut after),
            };
            if is_there && after != buffer.before {
                let file = format!("b{number}.after.bin");
                fs::write(self.folder.join(&file), &after)?;
                self.manifest["buffers"][number]["expect"] = file.into();
            }
        }
        fs::write(self.folder.join("run.json"), format!("{:#}\n", self.manifest))
    }
}

/// The file of the code with what variables hold now.
fn with_variables(source: &Source) -> Vec<u8> {
    let mut file = source.file.to_vec();
    let Ok(container) = isatope_object::open(source.file) else { return file };
    for section in container.sections.iter().filter(|section| section.address != 0 && !section.data.is_empty()) {
        let mut now = vec![0; section.data.len()];
        let at = usize::try_from(section.offset).unwrap_or(usize::MAX);
        if source.memory.copy_out(source.base + section.address, &mut now)
            && let Some(to) = at.checked_add(now.len()).and_then(|end| file.get_mut(at..end))
        {
            to.copy_from_slice(&now);
        }
    }
    fill_zeros(&mut file, |address, bytes| source.memory.copy_out(source.base + address, bytes));
    file
}

/// A number of an ELF file, of up to 8 bytes.
fn number(file: &[u8], at: u64, bytes: usize) -> Option<u64> {
    let at = usize::try_from(at).ok()?;
    let mut word = [0; 8];
    word[..bytes].copy_from_slice(file.get(at..at.checked_add(bytes)?)?);
    Some(u64::from_le_bytes(word))
}

fn set_number(file: &mut [u8], at: u64, value: u64, bytes: usize) {
    let at = usize::try_from(at).unwrap_or(usize::MAX);
    if let Some(to) = at.checked_add(bytes).and_then(|end| file.get_mut(at..end)) {
        to.copy_from_slice(&value.to_le_bytes()[..bytes]);
    }
}

/// Gives a file bytes for variables that start as zeros: sections without bytes, and the segments that hold them, get a
/// place at its end. Offsets are those of ELF64 headers.
fn fill_zeros(file: &mut Vec<u8>, read: impl Fn(u64, &mut [u8]) -> bool) -> Option<()> {
    const NOBITS: u64 = 8;
    const PROGBITS: u64 = 1;
    const LOAD: u64 = 1;
    let entries = |file: &[u8], offset: u64, size: u64, count: u64| -> Option<Vec<u64>> {
        let (first, size) = (number(file, offset, 8)?, number(file, size, 2)?);
        Some((0..number(file, count, 2)?).map(|index| first + index * size).collect())
    };
    let (segments, sections) = (entries(file, 32, 54, 56)?, entries(file, 40, 58, 60)?);
    for segment in segments {
        let [place, start, has, needs, align] =
            [8, 16, 32, 40, 48].map(|at| number(file, segment + at, 8).unwrap_or(0));
        if number(file, segment, 4)? != LOAD || has >= needs {
            continue;
        }
        // What the file has stays; what follows is read.
        let mut bytes = file.get(place as usize..(place + has) as usize)?.to_vec();
        bytes.resize(usize::try_from(needs).ok()?, 0);
        read(start + has, &mut bytes[has as usize..]);
        let align = align.max(1);
        let end = file.len() as u64;
        let at = end + (start.wrapping_sub(end)) % align;
        file.resize(at as usize, 0);
        file.extend(bytes);
        set_number(file, segment + 8, at, 8);
        set_number(file, segment + 32, needs, 8);
        for &section in &sections {
            let address = number(file, section + 16, 8)?;
            if address != 0 && (start..start + needs).contains(&address) {
                set_number(file, section + 24, at + address - start, 8);
                if number(file, section + 4, 4)? == NOBITS {
                    set_number(file, section + 4, PROGBITS, 4);
                }
            }
        }
    }
    Some(())
}

/// The allocation or window that holds an address: its base, name and size.
fn find(memory: &Memory, address: u64) -> Option<(u64, &str, usize)> {
    let all = memory.allocations();
    let before = all.partition_point(|a| a.base <= address).checked_sub(1).map(|at| &all[at]);
    let found = before.filter(|a| address - a.base < a.bytes.len() as u64);
    let window = || memory.windows().iter().find(|w| address.wrapping_sub(w.base) < w.window.size());
    match found {
        Some(a) => Some((a.base, a.name.as_str(), a.bytes.len())),
        None => window().map(|w| (w.base, w.name.as_str(), w.window.size() as usize)),
    }
}

/// Memory that pointers in the arguments lead to, and pointers there. The code itself is in the file.
fn reachable(source: &Source) -> Vec<(u64, String, usize)> {
    let info = source.kernel.info();
    let container = isatope_object::open(source.file).ok();
    let code = source.base..source.base + container.as_ref().map_or(0, extent).max(1);
    let mut seen: BTreeSet<u64> = BTreeSet::new();
    let mut found = Vec::new();
    let mut bytes: VecDeque<Vec<u8>> = VecDeque::new();
    for parameter in parameters(info) {
        let (at, size) = (parameter.offset as usize, parameter.size as usize);
        bytes.extend(source.packet.arguments.get(at..at + size).map(<[u8]>::to_vec));
    }
    // Variables of the program may hold pointers as well.
    const WRITE: u64 = 1;
    let sections = container.iter().flat_map(|container| &container.sections);
    for section in sections.filter(|section| section.address != 0 && section.flags & WRITE != 0) {
        let mut contents = vec![0; usize::try_from(section.size).unwrap_or(0)];
        if source.memory.copy_out(source.base + section.address, &mut contents) {
            bytes.push_back(contents);
        }
    }
    while let Some(next) = bytes.pop_front() {
        let words: Vec<u64> = next.as_chunks().0.iter().map(|word| u64::from_le_bytes(*word)).collect();
        // A descriptor of an image has the address of its texels in units of 256 bytes.
        let texels = words.iter().map(|word| (word & 0xff_ffff_ffff) << 8);
        let texels = texels.filter(|address| find(source.memory, *address).is_some_and(|(base, ..)| base == *address));
        for address in words.iter().copied().chain(texels).filter(|address| *address > 0xffff) {
            let Some((base, name, size)) = find(source.memory, address) else { continue };
            if code.contains(&base) || !seen.insert(base) {
                continue;
            }
            found.push((base, name.to_string(), size));
            let mut contents = vec![0; size];
            if source.memory.copy_out(base, &mut contents) {
                bytes.push_back(contents);
            }
        }
    }
    found
}

/// The arguments of the manifest.
fn arguments(source: &Source, buffers: &[Dumped]) -> Vec<Value> {
    let all = parameters(source.kernel.info()).into_iter();
    all.map(|parameter| {
        let (at, size) = (parameter.offset as usize, parameter.size as usize);
        let bytes = source.packet.arguments.get(at..at + size).unwrap_or_default();
        let address = bytes.first_chunk().map(|word| u64::from_le_bytes(*word));
        let is_pointer = parameter.kind != ArgKind::ByValue && size == 8;
        if parameter.kind == ArgKind::DynamicSharedPointer {
            return json!({ "local": 0 });
        }
        if let Some(address) = address.filter(|_| is_pointer) {
            let inside = |buffer: &Dumped| address.wrapping_sub(buffer.base) <= buffer.before.len() as u64;
            let pointer = match buffers.iter().position(inside) {
                Some(number) if address == buffers[number].base => json!({ "buffer": format!("b{number}") }),
                Some(number) => json!({ "buffer": format!("b{number}"), "offset": address - buffers[number].base }),
                None if address == 0 => json!({ "null": true }),
                None => json!({ "u64": address }),
            };
            // A buffer is no image: the argument is the address of a descriptor, which is in the buffer.
            let is_descriptor = matches!(parameter.kind, ArgKind::Image | ArgKind::Sampler);
            return if is_descriptor { json!({ "struct": [pointer] }) } else { pointer };
        }
        let digits: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        json!({ "bytes": digits })
    })
    .collect()
}
