//! Loads manifests for the tests.

use std::path::Path;

use isatope::emulator::{Device, Options, Program};
use isatope::run::manifest::{self, Loaded as Manifest};
use isatope::{Assembler, NamedTarget, Source, Target};
use isatope_debug::Loaded;
use isatope_testing::text;

/// The program of a manifest on a device, ready for the debugger.
pub fn load(path: &Path) -> Loaded {
    load_text(&text(path), path.parent().expect("it is in a folder"))
}

/// A manifest by its text, with the folder of its files.
pub fn load_text(manifest: &str, folder: &Path) -> Loaded {
    let mut loaded: Manifest = manifest::load(manifest, folder).unwrap_or_else(|e| panic!("{manifest}: {e:?}"));
    let task = loaded.take_task();
    let named = loaded.manifest.target.as_deref().and_then(Target::from_name);
    let (mut device, program);
    match std::str::from_utf8(&loaded.program) {
        Ok(source) if !source.contains('\0') => {
            let target = named
                .or_else(|| NamedTarget::of_source(source).map(|named| named.target))
                .expect("the source names its target");
            let file = loaded.path.file_name().expect("it has a name").to_string_lossy();
            (device, program) = assemble(source, target, &file);
        }
        _ => {
            let target = named.expect("the manifest names the target");
            device = Device::new(target);
            program = match isatope::emulator::has_shaders(target) {
                true => Program::shader(&mut device, &loaded.program, &[]).expect("it loads"),
                false => Program::load(&mut device, &loaded.program).expect("it loads"),
            };
        }
    }
    let prepared = match isatope::emulator::has_shaders(device.target()) {
        true => task.prepare_shader(&mut device, &program),
        false => task.prepare(&mut device, &program),
    };
    let prepared = prepared.unwrap_or_else(|errors| panic!("{errors:?}"));
    let names = loaded.manifest.buffers.iter().map(|buffer| buffer.name.clone());
    let buffers = names.zip(prepared.placed.buffers.iter().copied()).collect();
    let folder = loaded.path.parent().expect("it is in a folder").to_path_buf();
    Loaded { device, launches: prepared.launches, buffers, options: Options::default(), folder }
}

fn assemble(source: &str, target: Target, file: &str) -> (Device, Program) {
    let dialect = Source::dialect_of(source, target).unwrap_or(target.dialect());
    let options = isatope::assembler::Options { local_labels: true, places: true, ..Default::default() };
    let assembler = Assembler::with_options(target, dialect, options).expect("the target has the dialect");
    let assembled = assembler.assemble(source);
    assert!(!assembled.failed(), "{file}: {:?}", assembled.diagnostics());
    let mut device = Device::new(target);
    let program = match isatope::emulator::has_shaders(target) {
        true => {
            let output = assembled.output();
            let symbols = output.layout.symbols.iter().map(|symbol| (symbol.name.to_string(), symbol.offset));
            let mut symbols: Vec<(String, u64)> = symbols.collect();
            symbols.sort_by_key(|(_, offset)| *offset);
            Program::shader(&mut device, &output.bytes_of(".text"), &symbols)
        }
        false => Program::load(&mut device, &assembled.object().expect("it makes an object")),
    };
    let lines: Vec<_> =
        assembled.lines().map(|(section, at, line, column)| (section.to_string(), at, line, column)).collect();
    let rows = lines.iter().map(|(section, at, line, column)| (section.as_str(), at.clone(), *line, *column));
    let program = program.expect("it loads").with_source(file, rows);
    (device, program)
}
