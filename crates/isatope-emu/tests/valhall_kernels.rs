//! Compiled compute shaders of Valhall, run instruction by instruction, against the results that a CPU driver gave. The lanes of a warp
//! with the lowest pc run together; warps take turns at barriers.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use isatope_core::{Instruction, Target, decode};
use isatope_emu::Solo;
use isatope_emu::exec::{exec_prepared, valhall_wave};
use isatope_emu::host::{Call, Host};
use isatope_emu::memory::Memory;
use isatope_lanes::Prepared;
use serde_json::Value;

const LANES: usize = 16;
const THREAD_LOCAL: u64 = 0x50_0000_0000;
const WORKGROUP_LOCAL: u64 = 0x60_0000_0000;
/// What registers and local memory hold that nobody has written.
const GARBAGE: u8 = 0xa5;

/// Where the buffers of the resource tables lie.
struct Tables(HashMap<(u64, u64), u64>);

impl Host for Tables {
    fn call(&self, call: &Call) -> Option<u128> {
        let key = (*call.arguments.first()? as u64, *call.arguments.get(1)? as u64);
        (call.operation.to_string() == "resource.buffer").then(|| self.0.get(&key).map(|&a| a.into()))?
    }
}

struct Warp {
    wave: Solo<LANES>,
    /// Lanes that have not ended.
    alive: u64,
}

struct Shader {
    program: Vec<Option<(Instruction, Prepared<LANES>, bool)>>,
    pc: usize,
}

impl Shader {
    fn new(bytes: &[u8]) -> Self {
        let target = Target::from_name("valhall").expect("it is there");
        let machine = valhall_wave().machine;
        let one = |word: &[u8]| {
            let instruction = decode(target, word).ok()?;
            let end = instruction.bits() >> 59 & 15 == 15;
            Some((instruction, Prepared::new(machine, &instruction).ok()?, end))
        };
        Self { program: bytes.chunks_exact(8).map(one).collect(), pc: register("pc") }
    }

    /// Runs a warp until it ends, or to its next barrier. Gives whether it goes on.
    fn run(&self, warp: &mut Warp) -> Result<bool, String> {
        while warp.alive != 0 {
            let lanes = |warp: &Warp| (0..LANES).filter(|l| warp.alive >> l & 1 != 0).collect::<Vec<_>>();
            let at = lanes(warp).iter().map(|&l| warp.wave.lane_reg_u64(self.pc, l)).min().unwrap_or(0);
            let together = lanes(warp).into_iter().filter(|&l| warp.wave.lane_reg_u64(self.pc, l) == at);
            let group = together.fold(0u64, |mask, l| mask | 1 << l);
            let found = self.program.get(at as usize / 8).and_then(Option::as_ref);
            let (instruction, prepared, end) = found.ok_or_else(|| format!("nothing to run at {at:#x}"))?;
            for lane in (0..LANES).filter(|l| group >> l & 1 != 0) {
                warp.wave.set_lane_reg_u64(self.pc, lane, at + 8);
            }
            warp.wave.set_exec(group);
            exec_prepared(&mut warp.wave, instruction, prepared).map_err(|e| format!("at {at:#x}: {e}"))?;
            if *end {
                warp.alive &= !group;
            }
            if warp.wave.world.calls.iter().any(|c| c.operation.to_string() == "workgroup.barrier") {
                return Ok(warp.alive != 0);
            }
        }
        Ok(false)
    }
}

/// The place of a register outside of files.
fn register(name: &str) -> usize {
    let target = Target::from_name("valhall").expect("it is there");
    let index = target.arch().registers.iter().position(|r| r.name == name).expect("the architecture has it");
    valhall_wave().machine.registers[index]
}

fn number(value: &Value) -> u64 {
    match value {
        Value::String(text) => u64::from_str_radix(text.trim_start_matches("0x"), 16).expect("hex"),
        other => other.as_u64().unwrap_or(0),
    }
}

fn three(value: &Value) -> [u64; 3] {
    std::array::from_fn(|i| value[i].as_u64().unwrap_or(1))
}

/// Runs what a manifest describes; the error says what is wrong.
fn manifest(path: &Path) -> Result<(), String> {
    let folder = path.parent().expect("a file lies in a folder");
    let text = fs::read_to_string(path).map_err(|e| e.to_string())?;
    let manifest: Value = serde_json::from_str(&text).map_err(|e| e.to_string())?;
    let read = |name: &Value| fs::read(folder.join(name.as_str().unwrap_or_default())).map_err(|e| e.to_string());
    let shader = Shader::new(&read(&manifest["program"])?);
    let buffers = manifest["buffers"].as_array().cloned().unwrap_or_default();
    let mut tables = HashMap::new();
    let mut memory = Memory::default();
    for buffer in &buffers {
        let mut bytes = read(&buffer["in"])?;
        bytes.resize(number(&buffer["bytes"]) as usize, 0);
        let address = number(&buffer["address"]);
        memory.add(address, bytes).map_err(|e| e.to_string())?;
        if !buffer["table"].is_null() {
            tables.insert((number(&buffer["table"]), number(&buffer["index"])), address);
        }
    }
    let host: Arc<Tables> = Arc::new(Tables(tables));
    let (groups, size) = (three(&manifest["workgroups"]), three(&manifest["local_size"]));
    let threads = size.iter().product::<u64>() as usize;
    let local = number(&manifest["thread_local_bytes"]).next_multiple_of(16);
    memory.add(THREAD_LOCAL, vec![GARBAGE; local as usize * threads]).map_err(|e| e.to_string())?;
    let shared = vec![GARBAGE; number(&manifest["workgroup_local_bytes"]) as usize];
    memory.add(WORKGROUP_LOCAL, shared).map_err(|e| e.to_string())?;
    let (own, shared) = (register("thread_local_pointer"), register("workgroup_local_pointer"));
    for group in 0..groups.iter().product::<u64>() {
        let id = [group % groups[0], group / groups[0] % groups[1], group / groups[0] / groups[1]];
        let mut warps: Vec<Warp> = (0..threads.div_ceil(LANES))
            .map(|number_of_warp| {
                let mut wave = valhall_wave();
                wave.world.host = Some(host.clone());
                wave.world.memories = vec![Memory::default(); wave.machine.memories.len()];
                wave.rows[..64].iter_mut().flatten().for_each(|word| *word = u32::from_ne_bytes([GARBAGE; 4]));
                let uniforms = wave.machine.files[1];
                wave.scalars[uniforms..uniforms + 256].fill(u32::from_ne_bytes([GARBAGE; 4]));
                for (name, value) in manifest["uniforms"].as_object().into_iter().flatten() {
                    wave.scalars[uniforms + name.parse::<usize>().expect("a number")] = number(value) as u32;
                }
                wave.set_reg_u64(shared, WORKGROUP_LOCAL);
                let mut alive = 0;
                for lane in 0..LANES {
                    let thread = number_of_warp * LANES + lane;
                    if thread >= threads {
                        break;
                    }
                    alive |= 1 << lane;
                    let t = thread as u64;
                    let in_group = [t % size[0], t / size[0] % size[1], t / size[0] / size[1]];
                    wave.rows[55][lane] = (in_group[0] | in_group[1] << 16) as u32;
                    wave.rows[56][lane] = wave.rows[56][lane] & 0xffff_0000 | in_group[2] as u32;
                    for axis in 0..3 {
                        wave.rows[57 + axis][lane] = id[axis] as u32;
                        wave.rows[60 + axis][lane] = (id[axis] * size[axis] + in_group[axis]) as u32;
                    }
                    wave.set_lane_reg_u64(own, lane, THREAD_LOCAL + local * t);
                    wave.set_lane_reg_u64(shader.pc, lane, 0);
                }
                Warp { wave, alive }
            })
            .collect();
        let mut running = vec![true; warps.len()];
        while running.contains(&true) {
            for (warp, running) in warps.iter_mut().zip(&mut running).filter(|(_, running)| **running) {
                std::mem::swap(&mut warp.wave.world.memories[0], &mut memory);
                *running = shader.run(warp)?;
                std::mem::swap(&mut warp.wave.world.memories[0], &mut memory);
            }
        }
    }
    for buffer in buffers.iter().filter(|b| !b["expect"].is_null()) {
        let want = read(&buffer["expect"])?;
        let base = number(&buffer["address"]);
        let place = memory.allocations().iter().find(|a| a.base == base).expect("it was added");
        compare(&buffer["compare"], &want, &place.bytes).map_err(|e| format!("{}: {e}", buffer["name"]))?;
    }
    Ok(())
}

fn half(bits: u16) -> f64 {
    let (e, f) = (i32::from(bits >> 10 & 31), f64::from(bits & 1023));
    let magnitude = match e {
        0 => f * 2f64.powi(-24),
        31 if f == 0.0 => f64::INFINITY,
        31 => f64::NAN,
        _ => (1024.0 + f) * 2f64.powi(e - 25),
    };
    if bits >> 15 != 0 { -magnitude } else { magnitude }
}

/// Compares buffers as a manifest says: byte by byte, or as numbers with a tolerance.
fn compare(how: &Value, want: &[u8], have: &[u8]) -> Result<(), String> {
    let kind = how["kind"].as_str().unwrap_or("exact");
    let values = |bytes: &[u8]| -> Vec<f64> {
        match kind {
            "f32" => bytes.chunks_exact(4).map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]]).into()).collect(),
            "i32" => bytes.chunks_exact(4).map(|b| i32::from_le_bytes([b[0], b[1], b[2], b[3]]).into()).collect(),
            "f16" => bytes.chunks_exact(2).map(|b| half(u16::from_le_bytes([b[0], b[1]]))).collect(),
            "u16" => bytes.chunks_exact(2).map(|b| u16::from_le_bytes([b[0], b[1]]).into()).collect(),
            _ => bytes.iter().map(|&b| b.into()).collect(),
        }
    };
    let (absolute, relative) = (how["abs"].as_f64().unwrap_or(0.0), how["rel"].as_f64().unwrap_or(0.0));
    for (i, (w, h)) in values(want).into_iter().zip(values(have)).enumerate() {
        let close = w == h || w.is_nan() && h.is_nan() || (w - h).abs() <= absolute + relative * w.abs();
        if !close {
            return Err(format!("element {i} ({kind}): expected {w}, got {h}"));
        }
    }
    Ok(())
}

#[test]
fn compiled_shaders_compute_what_they_should() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/kernels/valhall");
    if !root.exists() && std::env::var_os("CI").is_none() {
        eprintln!("{} is not there: skipped", root.display());
        return;
    }
    let mut wrong = Vec::new();
    let mut count = 0;
    for folder in fs::read_dir(&root).expect("readable").flatten() {
        for file in fs::read_dir(folder.path()).expect("readable").flatten() {
            if file.path().extension().is_some_and(|e| e == "json") {
                count += 1;
                if let Err(why) = manifest(&file.path()) {
                    wrong.push(format!("{}: {why}", file.path().strip_prefix(&root).expect("below").display()));
                }
            }
        }
    }
    wrong.sort();
    assert!(wrong.is_empty(), "{} of {count} shaders are wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert!(count >= 64, "only {count} shaders were run");
}
