//! Compiled kernels leave the bytes that they should, whatever the order of workgroups and the number of threads.

use std::fs;
use std::path::{Path, PathBuf};

use isatope_core::Target;
use isatope_emu::{Arg, Buffer, Device, Options, Program};
use serde_json::Value;

fn hex(text: &str) -> Vec<u8> {
    let digits = text.as_bytes().chunks_exact(2);
    digits.map(|d| u8::from_str_radix(std::str::from_utf8(d).expect("ASCII"), 16).expect("hex digits")).collect()
}

fn three(value: &Value) -> [u32; 3] {
    std::array::from_fn(|axis| value[axis].as_u64().unwrap_or(1) as u32)
}

struct Case {
    name: String,
    target: String,
    program: PathBuf,
    kernel: String,
    grid: [u32; 3],
    group: [u32; 3],
    /// Name, bytes, expected bytes, comparison.
    buffers: Vec<(String, Vec<u8>, Option<Vec<u8>>, Value)>,
    /// Addresses that stand in buffers: the buffer, where in it, and of which byte of which buffer.
    pointers: Vec<(usize, usize, usize, u64)>,
    args: Vec<Given>,
}

/// What a kernel is given for an argument.
enum Given {
    /// A buffer, by its number, from a byte on.
    Buffer(usize, u64),
    Bytes(Vec<u8>),
    Local(u32),
}

fn read(folder: &Path, name: &Value) -> Option<Vec<u8>> {
    Some(fs::read(folder.join(name.as_str()?)).expect("the manifest names files that are there"))
}

/// The older form: one manifest for several targets.
fn older(path: &Path, cases: &mut Vec<Case>) {
    let folder = path.parent().expect("it lies somewhere");
    let manifest: Value = serde_json::from_slice(&fs::read(path).expect("readable")).expect("JSON");
    let targets = manifest["targets"].as_array().expect("a list").iter().filter_map(Value::as_str);
    // What the compiler does to halves is the same on gfx6 and gfx7.
    let older = targets.clone().any(|t| t == "gfx700").then_some("gfx600");
    for target in targets.chain(older) {
        let target = target.to_string();
        let kernel = manifest["kernel"].as_str().expect("a name").to_string();
        let (mut buffers, mut args) = (Vec::new(), Vec::new());
        for arg in manifest["args"].as_array().expect("a list") {
            if arg["kind"] == "buffer" {
                let mut bytes = read(folder, &arg["in"]).unwrap_or_default();
                bytes.resize(arg["bytes"].as_u64().expect("a number") as usize, 0);
                args.push(Given::Buffer(buffers.len(), 0));
                let name = arg["name"].as_str().unwrap_or_default().to_string();
                buffers.push((name, bytes, read(folder, &arg["expect"]), arg["compare"].clone()));
            } else {
                args.push(Given::Bytes(hex(arg["hex_le"].as_str().expect("digits"))));
            }
        }
        let program = folder.join(format!("../co/{kernel}-{target}.co"));
        let program = if program.exists() { program } else { program.with_extension("o") };
        if !program.exists() {
            continue;
        }
        let name = format!("{kernel} on {target}");
        let (grid, group) = (three(&manifest["global"]), three(&manifest["local"]));
        let pointers = Vec::new();
        cases.push(Case { name, target, program, kernel, grid, group, buffers, pointers, args });
    }
}

fn newer(path: &Path, cases: &mut Vec<Case>) {
    let folder = path.parent().expect("it lies somewhere");
    let m: Value = serde_json::from_slice(&fs::read(path).expect("readable")).expect("JSON");
    let mut buffers = Vec::new();
    for buffer in m["buffers"].as_array().expect("a list") {
        let mut bytes = read(folder, &buffer["in"]).unwrap_or_default();
        bytes.resize(buffer["bytes"].as_u64().expect("a number") as usize, 0);
        let name = buffer["name"].as_str().expect("a name").to_string();
        buffers.push((name, bytes, read(folder, &buffer["expect"]), buffer["compare"].clone()));
    }
    let number = |name: &Value| buffers.iter().position(|(n, ..)| name == n).expect("a buffer");
    let mut pointers = Vec::new();
    for (from, buffer) in m["buffers"].as_array().expect("a list").iter().enumerate() {
        for pointer in buffer["pointers"].as_array().into_iter().flatten() {
            let (at, offset) = (pointer["at"].as_u64().expect("a place"), pointer["offset"].as_u64().unwrap_or(0));
            pointers.push((from, at as usize, number(&pointer["buffer"]), offset));
        }
    }
    let args = m["args"].as_array().expect("a list").iter().map(|arg| {
        let (kind, value) = arg.as_object().and_then(|o| o.iter().next()).expect("one key");
        let integer = value.as_i64().unwrap_or_default();
        Given::Bytes(match kind.as_str() {
            "buffer" => return Given::Buffer(number(value), arg["offset"].as_u64().unwrap_or(0)),
            "local" => return Given::Local(integer as u32),
            "bytes" => hex(value.as_str().expect("digits")),
            "f32" => (value.as_f64().expect("a number") as f32).to_le_bytes().to_vec(),
            "f64" => value.as_f64().expect("a number").to_le_bytes().to_vec(),
            "null" => vec![0; 8],
            kind => integer.to_le_bytes()[..kind[1..].parse::<usize>().expect("a width") / 8].to_vec(),
        })
    });
    let args = args.collect();
    let text = |key: &str| m[key].as_str().expect("a text").to_string();
    cases.push(Case {
        name: path.file_stem().expect("a name").to_string_lossy().into(),
        target: text("target"),
        program: folder.join(text("program")),
        kernel: text("kernel"),
        grid: three(&m["grid"]),
        group: three(&m["local_size"]),
        buffers,
        pointers,
        args,
    });
}

fn run(case: &Case, options: &Options) -> Result<(), String> {
    run_program(case, &fs::read(&case.program).map_err(|e| e.to_string())?, options)
}

fn run_program(case: &Case, bytes: &[u8], options: &Options) -> Result<(), String> {
    let mut device = Device::new(Target::from_name(&case.target).expect("a target"));
    let program = Program::load(&mut device, bytes).map_err(|e| e.to_string())?;
    let kernel = program.kernel(&case.kernel).map_err(|e| e.to_string())?;
    let places: Vec<Buffer> = case.buffers.iter().map(|(n, b, ..)| device.named(n, b.clone())).collect();
    for (buffer, at, to, offset) in &case.pointers {
        let address = places[*to].address + offset;
        device.write(places[*buffer])[*at..*at + 8].copy_from_slice(&address.to_le_bytes());
    }
    let args: Vec<Arg> = case
        .args
        .iter()
        .map(|a| match a {
            Given::Buffer(buffer, 0) => Arg::Buffer(places[*buffer]),
            Given::Buffer(buffer, offset) => Arg::Address(places[*buffer].address + offset),
            Given::Bytes(bytes) => Arg::Bytes(bytes.clone()),
            Given::Local(bytes) => Arg::Local(*bytes),
        })
        .collect();
    let launch = kernel.launch(case.grid, case.group, &args).map_err(|e| e.to_string())?;
    device.run(&launch, options).map_err(|f| f.report(&launch, &device).to_string())?;
    for (place, (name, _, expect, compare)) in places.iter().zip(&case.buffers) {
        let Some(expect) = expect else { continue };
        let have = device.read(*place);
        let exact = compare == "exact" || compare["kind"] == "exact";
        let floats =
            |b: &[u8]| b.chunks_exact(4).map(|w| f32::from_le_bytes(w.try_into().expect("4"))).collect::<Vec<_>>();
        let (a, b) = (floats(expect), floats(have));
        let differs = |i: &usize| {
            if exact { a[*i].to_bits() != b[*i].to_bits() } else { (a[*i] - b[*i]).abs() > 1e-3 * a[*i].abs().max(1.0) }
        };
        if let Some(at) = (0..a.len()).find(differs) {
            return Err(format!("{name}[{at}]: expected {:?}, got {:?} ({compare})", a[at], b[at]));
        }
    }
    Ok(())
}

fn cases() -> Vec<Case> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/kernels");
    let mut cases = Vec::new();
    for (folder, form) in [
        (root.join("data"), older as fn(&Path, &mut Vec<Case>)),
        (PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/kernels/data"), newer),
        (root.join("real"), newer),
    ] {
        let mut paths: Vec<_> = fs::read_dir(&folder)
            .expect("readable")
            .flatten()
            .map(|e| e.path())
            .filter(|p| p.extension().is_some_and(|e| e == "json"))
            .collect();
        paths.sort();
        paths.iter().for_each(|p| form(p, &mut cases));
    }
    cases
}

/// Runs all kernels; gives the wrong ones.
fn run_all(options: &Options) -> usize {
    let mut wrong = 0;
    for case in cases() {
        let start = std::time::Instant::now();
        let result = run(&case, options);
        let error = result.as_ref().err().map_or("", |e| &e[..e.len().min(600)]);
        println!("{:40} {:?} {error}", case.name, start.elapsed());
        wrong += usize::from(result.is_err());
    }
    wrong
}

#[test]
fn compiled_kernels_leave_the_right_bytes() {
    assert_eq!(run_all(&Options::default()), 0);
}

#[test]
fn compiled_kernels_write_what_they_use() {
    let mut options = Options::default();
    options.check_init = true;
    assert_eq!(run_all(&options), 0);
}

#[test]
fn compiled_kernels_have_no_races() {
    let mut options = Options::default();
    options.check_races = true;
    assert_eq!(run_all(&options), 0);
}

/// Words that mean `s_barrier` and `s_nop 0`, on all targets.
const BARRIER: [u8; 4] = [0, 0, 0x8a, 0xbf];
const NOTHING: [u8; 4] = [0, 0, 0x80, 0xbf];

#[test]
fn kernels_without_their_barriers_race() {
    let mut options = Options::default();
    (options.check_races, options.any_barrier) = (true, true);
    let (mut found, mut tried) = (0, 0);
    for case in cases().iter().filter(|c| c.group.iter().product::<u32>() > 64) {
        let mut bytes = fs::read(&case.program).expect("readable");
        let words = bytes.as_chunks_mut().0;
        let barriers = words.iter_mut().filter(|word| **word == BARRIER).map(|word| *word = NOTHING).count();
        // Kernels of a library lie in one object.
        if barriers == 0 || bytes.len() > 1 << 16 {
            continue;
        }
        tried += 1;
        match run_program(case, &bytes, &options) {
            Err(report) if report.contains("without a barrier between") => found += 1,
            other => println!("{}: {other:?}", case.name),
        }
    }
    println!("{found} of {tried}");
    assert!(tried > 10 && found == tried);
}
