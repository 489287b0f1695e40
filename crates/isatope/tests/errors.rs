//! Errors: each public one turns into `isatope::Error` with `?`.

use std::error::Error as _;

use isatope::{Error, Target, container};

/// Turns an error into the one of the library, as `?` does.
fn turned<E: std::error::Error + Send + Sync + 'static>(error: E) -> (String, Error)
where
    Error: From<E>,
{
    let text = error.to_string();
    let fails = || -> Result<(), Error> { Err(error)? };
    (text, fails().expect_err("an error"))
}

/// Fails to compile for an error that does not turn into that of the library.
fn turns<E: std::error::Error + Send + Sync + 'static>()
where
    Error: From<E>,
{
}

#[test]
fn every_error_turns_into_that_of_the_library() {
    turns::<isatope::AssembleError>();
    turns::<isatope::DecodeError>();
    turns::<isatope::EncodeError>();
    turns::<isatope::ObjectError>();
    turns::<isatope::OperandError>();
    turns::<isatope::UnknownDialect>();
    turns::<isatope::UnknownRegister>();
    turns::<isatope::UnknownTarget>();
    turns::<isatope::diagnostics::Diagnostic>();
    turns::<isatope::locate::NotThere>();
    turns::<container::Error>();
    turns::<container::build::BuildError>();
    turns::<container::build::YamlError>();
    turns::<container::hex::HexError>();
    turns::<container::images::ReplaceError>();
    turns::<container::launch::LaunchError>();
    turns::<container::lines::LinesError>();
    turns::<container::load::LoadError>();
    turns::<container::names::NotFound>();
}

#[cfg(feature = "emulator")]
#[test]
fn errors_of_the_emulator_do_too() {
    use isatope::emulator::{self, Device, Program};

    turns::<isatope::RunError>();
    turns::<emulator::ArgError>();
    turns::<emulator::EditError>();
    turns::<emulator::ExecError>();
    turns::<emulator::Fault>();
    turns::<emulator::LaunchError>();
    turns::<emulator::ProgramError>();
    turns::<emulator::image::ImageInfoError>();
    turns::<emulator::image::Unsupported>();
    turns::<emulator::memory::Fault>();
    turns::<emulator::memory::Misplaced>();
    turns::<emulator::watch::BreakError>();
    // The fault of a run is in a box.
    let _: fn(Box<emulator::Fault>) -> Error = Error::from;
    let load = || -> Result<Program, Error> { Ok(Program::load(&mut Device::new(Target::GFX900), b"no object")?) };
    let error = load().expect_err("no object");
    assert!(matches!(error, Error::Program(emulator::ProgramError::Container(_))), "{error:?}");
}

#[cfg(feature = "run")]
#[test]
fn errors_of_tasks_do_too() {
    turns::<isatope::run::task::TaskError>();
}

#[cfg(feature = "spec")]
#[test]
fn errors_of_the_specification_do_too() {
    turns::<isatope::spec::SpecError>();
}

#[test]
fn errors_keep_their_text() {
    let yaml = container::build::message_pack_of_yaml("a: 1\nb: [c\n").expect_err("not YAML");
    assert!(yaml.to_string().starts_with(&format!("line {}: ", yaml.line)), "{yaml}");
    let (text, error) = turned(yaml);
    assert_eq!(error.to_string(), text);
    assert!(error.source().is_none());
    let open = container::open(b"neither").expect_err("no container");
    let (text, error) = turned(open);
    assert_eq!(error.to_string(), text);
    assert!(matches!(error, Error::Object(_)));
    let too_large = container::images::ReplaceError::TooLarge(16);
    assert_eq!(turned(too_large).1.to_string(), "the new image is too large: there is room for 16 bytes");
}
