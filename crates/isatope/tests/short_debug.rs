//! `Debug` of types that hold files or tables says what they are, not all that is in them.

use std::fmt::Debug;

use isatope::{Assembler, Dialect, Library, Target};

/// Maximum length in bytes of the text of a value, in lines of its own for each field.
const MOST: usize = 2 << 10;

fn is_short(name: &str, value: &dyn Debug) {
    for text in [format!("{value:?}"), format!("{value:#?}")] {
        assert!(text.len() <= MOST, "{name} is {} bytes: {}", text.len(), &text[..text.floor_char_boundary(500)]);
    }
}

#[test]
fn values_of_a_loaded_library_are_short() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../isatope-object/tests");
    for name in ["bundles/k-gfx900.co", "bundles/zstd.hipfb", "bundles/plain.hipfb", "objects/args-v2.co"] {
        let library = Library::open(format!("{folder}/{name}")).expect(name);
        is_short("Library", &library);
        for image in library.images() {
            is_short("Image", &image);
            let object = image.object().expect(name);
            is_short("Object", &object);
            is_short("Container", object.container());
            object.container().sections.iter().for_each(|section| is_short("container::Section", section));
            object.container().notes.iter().for_each(|note| is_short("Note", note));
            object.container().metadata.iter().for_each(|metadata| is_short("Metadata", metadata));
            object.sections().for_each(|section| is_short("Section", &section));
            is_short("Loaded", &object.container().load(0).expect(name).segments);
            for kernel in image.kernels().expect(name) {
                is_short("Kernel", &kernel);
                if object.target().is_some() {
                    is_short("Instructions", &kernel.instructions().expect(name));
                    is_short("flow::Program", &object.flow(&kernel));
                    is_short("Graph", &object.flow(&kernel).map(|program| program.graph()));
                }
            }
        }
    }
}

#[test]
fn assemblers_and_sources_are_short() {
    for (target, dialect, line) in [(Target::GFX900, Dialect::LLVM, "s_nop 0\n"), (Target::V9, Dialect::MESA, "NOP\n")]
    {
        let assembler = Assembler::new(target, dialect).expect("a dialect of the target");
        is_short("Assembler", &assembler);
        let source = assembler.assemble(line.repeat(1000));
        assert!(!source.failed());
        is_short("Source", &source);
        is_short("flow::Program", &source.flow(".text"));
        #[cfg(feature = "check")]
        is_short("Subject", &isatope::check::Subject::of_source(&source));
    }
}

#[cfg(feature = "emulator")]
#[test]
fn devices_and_programs_are_short() {
    use isatope::emulator::{Device, Program};

    let bytes = include_bytes!("../../isatope-object/tests/bundles/k-gfx900.co");
    let mut device = Device::new(Target::GFX900);
    device.zeros(1 << 20);
    let program = Program::load(&mut device, bytes).expect("it loads");
    is_short("Device", &device);
    is_short("emulator::Program", &program);
    is_short("Memory", device.memory());
}
