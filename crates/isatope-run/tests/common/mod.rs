//! What tests of manifests share.

use isatope_core::Target;
use isatope_emu::{Device, Options, Program};
use isatope_run::manifest::Loaded;
use isatope_run::task::{Prepared, TaskError};

/// Runs a manifest and says what is not as it should be.
pub fn run(loaded: &Loaded, options: &Options) -> Result<(), String> {
    let mut loaded = loaded.clone();
    let name = loaded.manifest.target.clone().expect("a target");
    let mut device = Device::new(Target::from_name(&name).expect("a known one"));
    let task = loaded.take_task();
    if device.target().arch().name == "valhall" {
        let program = Program::shader(&mut device, &loaded.program, &[]).map_err(|e| e.to_string())?;
        let prepared = task.prepare_shader(&mut device, &program);
        return finish(device, prepared, &loaded, options);
    }
    let program = Program::load(&mut device, &loaded.program).map_err(|e| e.to_string())?;
    let prepared = task.prepare(&mut device, &program);
    finish(device, prepared, &loaded, options)
}

fn finish(
    mut device: Device,
    prepared: Result<Prepared, Vec<TaskError>>,
    loaded: &Loaded,
    options: &Options,
) -> Result<(), String> {
    let prepared = prepared.map_err(|e| format!("{e:?}"))?;
    let result = prepared.run(&mut device, options);
    result.map_err(|(launch, fault)| fault.report(&prepared.launches[launch].0, &device).to_string())?;
    let found = prepared.placed.contents(&device);
    for ((contents, found), buffer) in loaded.buffers.iter().zip(&found).zip(&loaded.manifest.buffers) {
        let Some((expected, compare)) = &contents.after else { continue };
        if let Some(differences) = compare.differences(expected, found) {
            return Err(format!("{}: {:?}", buffer.name, differences));
        }
    }
    Ok(())
}
