//! What a launch needs: the arguments of the kernels of a program, and a manifest to begin with.

use isatope::container::Contents;
use isatope::container::args::ArgKind;
use isatope::container::launch::LaunchInfo;
use isatope::emulator::{Device, Kernel, has_shaders, parameters};
use isatope::program::{self, Wanted};
use isatope::run::argument_value::{numbers_of, numbers_of_size, scalar_of};
use serde_json::{Value, json};

use super::job::named;
use crate::messages::joined;

/// Bytes of a buffer that nobody says more about.
const BUFFER: u32 = 1024;

/// Work-items of a suggested launch.
const ITEMS: u32 = 64;

/// The kernels of a program, which a manifest calls `name`, with what each needs.
///
/// # Errors
/// What is wrong with the program.
pub fn form(name: &str, bytes: Vec<u8>, target: &str) -> Result<Value, String> {
    let target = named(target)?;
    let contents = Contents::Memory(bytes);
    let wanted = Wanted { target: target.as_ref(), image_options: "a target", ..Wanted::default() };
    let ready = program::read(name, &contents, &wanted).map_err(|errors| joined(&errors))?;
    let mut device = Device::new(ready.target);
    let program = ready.load(&mut device).map_err(|error| format!("{name}: {error}"))?;
    let kernels: Vec<Value> = match has_shaders(ready.target) {
        true => vec![shader(name, ready.target.name(), ready.target.lanes() as u32)],
        false => program
            .kernel_names()
            .filter_map(|kernel| Some(Kernel::of(&program, kernel).ok()?.info().clone()).map(|info| (kernel, info)))
            .map(|(kernel, info)| of_kernel(name, ready.target.name(), kernel, &info))
            .collect(),
    };
    Ok(json!({ "target": ready.target.name(), "kernels": kernels }))
}

fn of_kernel(program: &str, target: &str, kernel: &str, info: &LaunchInfo) -> Value {
    let group = info
        .required_workgroup_size
        .unwrap_or_else(|| [info.max_flat_workgroup_size.map_or(ITEMS, |most| most.clamp(1, ITEMS)), 1, 1]);
    let (mut args, mut buffers, mut lines) = (Vec::new(), Vec::new(), Vec::new());
    for (index, parameter) in parameters(info).into_iter().enumerate() {
        let label = parameter.name.clone().filter(|name| !name.is_empty()).unwrap_or_else(|| format!("arg{index}"));
        let (kind, value) = match parameter.kind {
            ArgKind::GlobalBuffer => {
                // Numbers of its type, so that it is shown as such.
                let pointee = parameter.type_name.as_deref().map(|name| name.trim_end_matches(['*', ' ']));
                let mut buffer = json!({ "name": label, "bytes": BUFFER });
                if let Some((kind, _)) = pointee.and_then(scalar_of) {
                    buffer["in"] = json!({ kind.name(): [0] });
                }
                buffers.push(buffer);
                ("buffer", json!({ "buffer": label }))
            }
            ArgKind::DynamicSharedPointer => ("local", json!({ "local": BUFFER })),
            ArgKind::ByValue => {
                let sized = || numbers_of_size(parameter.size).map(|(kind, ..)| (kind, 1));
                match numbers_of(parameter).or_else(sized) {
                    Some((kind, 1)) => (kind.name(), json!({ kind.name(): 0 })),
                    Some((kind, count)) => (kind.name(), json!({ kind.name(): vec![0; count] })),
                    None => ("bytes", json!({ "bytes": "00".repeat(parameter.size as usize) })),
                }
            }
            _ => ("null", json!({ "null": true })),
        };
        args.push(value);
        lines.push(json!({
            "name": parameter.name, "label": label, "type": isatope::emulator::describe(parameter), "kind": kind,
            "bytes": parameter.size,
        }));
    }
    let manifest = json!({
        "target": target, "program": program, "kernel": kernel, "grid": group, "local_size": group,
        "buffers": buffers, "args": args,
    });
    kernel_line(kernel, "kernel", group, lines, &manifest)
}

fn shader(program: &str, target: &str, lanes: u32) -> Value {
    let manifest = json!({
        "target": target, "program": program, "workgroups": [1, 1, 1], "local_size": [lanes, 1, 1],
        "buffers": [{ "name": "buffer", "table": 6, "index": 0, "bytes": BUFFER }],
        "uniforms": {},
    });
    kernel_line("main", "shader", [lanes, 1, 1], Vec::new(), &manifest)
}

fn kernel_line(name: &str, kind: &str, group: [u32; 3], args: Vec<Value>, manifest: &Value) -> Value {
    json!({
        "name": name, "kind": kind, "grid": group, "local_size": group, "args": args,
        "manifest": serde_json::to_string_pretty(manifest).unwrap_or_default(),
    })
}
