//! Compiled shaders with textures and images leave what a CPU driver computed, with the plain host instead of the
//! units.
//!
//! The cases lie in `tests/cases/textures`: a source, what two versions of a compiler made of it, what textures and
//! buffers hold, and what they have to hold afterwards.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use isatope_core::Target;
use isatope_emu::image::{Format, Kind};
use isatope_emu::shader::plain::{self, Filter, Plain, Wrap};
use isatope_emu::shader::{Resources, Slot};
use isatope_emu::{Buffer, Device, Options, Program, Shader};
use isatope_testing::{files_below, root, text};
use serde::Deserialize;

/// The tables in which compilers look for samplers, textures and images.
const SAMPLERS: u8 = 3;
const TEXTURES: u8 = 4;
const IMAGES: u8 = 5;
/// Rows of an image begin at multiples of this many bytes.
const PITCH: usize = 256;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    workgroups: [u32; 3],
    local_size: [u32; 3],
    /// How far floats may be off where texels of 8 bits are blended.
    #[serde(default = "a_step")]
    tolerance: f32,
    textures: Vec<Texture>,
    programs: Vec<Compiled>,
}

/// A texture with a sampler, or an image. Its file has texels alone, row by row.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Texture {
    data: String,
    expect: Option<String>,
    size: [u32; 2],
    #[serde(default = "one")]
    slices: u32,
    kind: String,
    format: String,
    texture: Option<u32>,
    image: Option<u32>,
    filter: Option<String>,
    wrap: Option<String>,
    #[serde(default)]
    compare: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Compiled {
    program: String,
    uniforms: BTreeMap<String, String>,
    buffers: Vec<Data>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Data {
    name: String,
    address: String,
    bytes: usize,
    table: Option<u8>,
    index: Option<u32>,
    r#in: Option<String>,
    expect: Option<String>,
}

/// Weights have 8 bits after the point here, and the driver has other ones.
fn a_step() -> f32 {
    1.0 / 128.0
}

fn one() -> u32 {
    1
}

fn hex(text: &str) -> u64 {
    u64::from_str_radix(text.trim_start_matches("0x"), 16).expect("a number")
}

impl Texture {
    /// Bytes of a row of texels.
    fn row(&self) -> usize {
        usize::from(self.format().bytes) * self.size[0] as usize
    }

    fn format(&self) -> Format {
        // DATA_FORMAT and NUM_FORMAT.
        let (data, number) = match self.format.as_str() {
            "rgba8" => (10, 0),
            "r32f" => (4, 7),
            "r32ui" => (4, 4),
            "rgba32f" => (14, 7),
            other => panic!("format {other}"),
        };
        Format::new(data, number).expect("a format")
    }

    /// Puts it into the memory of a device and into the tables of a host.
    fn place(&self, folder: &Path, device: &mut Device, host: &mut Plain) -> Buffer {
        let texels = std::fs::read(folder.join(&self.data)).expect("texels");
        let rows = texels.len() / self.row();
        let memory = device.zeros(rows * PITCH);
        for (to, row) in device.write(memory).chunks_mut(PITCH).zip(texels.chunks(self.row())) {
            to[..row.len()].copy_from_slice(row);
        }
        let kind = match self.kind.as_str() {
            "2d" => Kind::Two,
            "array" => Kind::TwoArray,
            "3d" => Kind::Three,
            "cube" => Kind::Cube,
            other => panic!("kind {other}"),
        };
        let [width, height] = self.size;
        let image = plain::image(memory.address, kind, width, height, self.slices, self.format());
        let slot = |table, index| Slot { table, index };
        if let Some(index) = self.image {
            host.images.insert(slot(IMAGES, index), image);
        } else if let Some(index) = self.texture {
            host.images.insert(slot(TEXTURES, index), image);
            let wrap = if self.wrap.as_deref() == Some("repeat") { Wrap::Repeat } else { Wrap::Edge };
            let linear = self.filter.as_deref() == Some("linear");
            host.samplers.insert(slot(SAMPLERS, index), Filter { linear, wrap: [wrap; 3], compare: self.compare });
        }
        memory
    }
}

/// The first word that is not right, where floats may differ by so much; without that all is exact.
fn wrong(got: &[u8], expected: &[u8], tolerance: Option<f32>) -> Option<String> {
    assert_eq!(got.len(), expected.len());
    let words = |bytes: &[u8]| bytes.as_chunks::<4>().0.iter().map(|w| u32::from_le_bytes(*w)).collect::<Vec<_>>();
    let mut pairs = words(got).into_iter().zip(words(expected)).enumerate();
    pairs.find_map(|(at, (got, expected))| {
        let (x, y) = (f32::from_bits(got), f32::from_bits(expected));
        let near = tolerance.is_some_and(|most| (x - y).abs() <= most);
        (got != expected && !near).then(|| format!("word {at} is {got:#x} ({x}), not {expected:#x} ({y})"))
    })
}

fn run(folder: &Path, case: &Case, compiled: &Compiled, options: &Options) -> Result<(), String> {
    let mut device = Device::new(Target::from_name("valhall").expect("it is there"));
    let mut host = Plain::default();
    let mut resources = Resources::default();
    let mut buffers = Vec::new();
    for data in &compiled.buffers {
        let mut bytes = vec![0; data.bytes];
        if let Some(file) = &data.r#in {
            bytes = std::fs::read(folder.join(file)).expect("a buffer");
        }
        let buffer = device.at(hex(&data.address), &data.name, bytes).expect("it lies there");
        if let (Some(table), Some(index)) = (data.table, data.index) {
            resources.buffers.insert(Slot { table, index }, buffer.into());
        }
        buffers.push(buffer);
    }
    let textures: Vec<_> = case.textures.iter().map(|texture| texture.place(folder, &mut device, &mut host)).collect();
    let word = |(number, value): (&String, &String)| (number.parse().expect("a number"), hex(value) as u32);
    resources.uniforms = compiled.uniforms.iter().map(word).collect();
    resources.host = Some(Arc::new(host));
    let code = std::fs::read(folder.join(&compiled.program)).expect("a program");
    let program = Program::shader(&mut device, &code, &[]).map_err(|error| error.to_string())?;
    let grid = std::array::from_fn(|axis| case.workgroups[axis] * case.local_size[axis]);
    let shader = Shader::of(&program, None).map_err(|error| error.to_string())?;
    let launch = shader.launch(grid, case.local_size, resources).map_err(|error| error.to_string())?;
    device.run(&launch, options).map_err(|fault| fault.to_string())?;
    for (data, buffer) in compiled.buffers.iter().zip(buffers) {
        let Some(expect) = &data.expect else { continue };
        let expected = std::fs::read(folder.join(expect)).expect("what is expected");
        let blends = case.textures.iter().any(|texture| texture.format == "rgba8");
        if let Some(why) = wrong(device.read(buffer), &expected, blends.then_some(case.tolerance)) {
            return Err(format!("{}: {why}", data.name));
        }
    }
    for (texture, memory) in case.textures.iter().zip(textures) {
        let rows = device.read(memory).chunks(PITCH).flat_map(|row| &row[..texture.row()]).copied();
        let expect = texture.expect.as_ref().unwrap_or(&texture.data);
        let expected = std::fs::read(folder.join(expect)).expect("what is expected");
        let got: Vec<u8> = rows.collect();
        let far = |(a, b): (&u8, &u8)| a.abs_diff(*b) > u8::from(texture.format == "rgba8");
        if let Some(at) = got.iter().zip(&expected).position(far) {
            return Err(format!("{}: byte {at} is {}, not {}", texture.data, got[at], expected[at]));
        }
    }
    Ok(())
}

fn all(set: fn(&mut Options)) {
    let mut options = Options::default();
    set(&mut options);
    let mut wrong = Vec::new();
    let mut count = 0;
    for path in files_below(root().join("tests/cases/textures"), &["json"]) {
        let folder = path.parent().expect("a case has a folder");
        let case: Case =
            serde_json::from_str(&text(&path)).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        for compiled in &case.programs {
            count += 1;
            if let Err(why) = run(folder, &case, compiled, &options) {
                wrong.push(format!("{}/{}: {why}", folder.display(), compiled.program));
            }
        }
    }
    assert!(count >= 24, "only {count} programs");
    wrong.sort();
    assert!(wrong.is_empty(), "{} of {count} are wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn compiled_shaders_with_textures_leave_the_right_bytes() {
    all(|_| {});
}

#[test]
fn in_reverse_order_with_garbage_and_poison() {
    all(|options| {
        options.reverse = true;
        options.garbage = true;
        options.poison = true;
    });
}
