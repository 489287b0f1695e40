//! Shaders of every kind with the plain host: attributes, images, textures, varyings, the tile. What has to come out is
//! worked out by hand.

use std::sync::Arc;

use isatope_asm::{Assembler, Options as Source};
use isatope_core::Target;
use isatope_emu::host::{Answered, Asked, Call, Host};
use isatope_emu::image::{Format, Kind, TexelMemory};
use isatope_emu::shader::plain::{self, Attribute, Filter, Fragment, Plain, Varying, Wrap};
use isatope_emu::shader::{Entered, Preload, Resources, Slot};
use isatope_emu::{Buffer, Device, Options, Program, Shader};
use isatope_lanes::Answers;

/// Formats of one to four components of 32 bits, and of four of 8: DATA_FORMAT and NUM_FORMAT.
const R32_FLOAT: (u8, u8) = (4, 7);
const RG32_FLOAT: (u8, u8) = (11, 7);
const R32_UINT: (u8, u8) = (4, 4);
const RGBA8_UNORM: (u8, u8) = (10, 0);

fn format((data, number): (u8, u8)) -> Format {
    Format::new(data, number).expect("a format")
}

fn slot(table: u8, index: u32) -> Slot {
    Slot { table, index }
}

/// A device with a buffer for results, entry 0 of table 6: 32 bytes for each thread.
struct Rig {
    device: Device,
    results: Buffer,
}

impl Rig {
    fn new() -> Self {
        let mut device = Device::new(Target::from_name("valhall").expect("it is there"));
        let results = device.named("results", vec![0; 512]);
        Self { device, results }
    }

    /// Runs a shader for threads with these registers, and gives the first `words` results of each.
    fn run(
        &mut self,
        text: &str,
        host: Plain,
        uniforms: &[u32],
        threads: Vec<Vec<(u8, u32)>>,
        words: usize,
    ) -> Vec<Vec<u32>> {
        let count = threads.len();
        self.try_run(text, Arc::new(host), uniforms, threads).unwrap_or_else(|report| panic!("{report}"));
        let all = self.device.numbers::<u32>(self.results);
        (0..count).map(|thread| all[8 * thread..8 * thread + words].to_vec()).collect()
    }

    fn try_run(
        &mut self,
        text: &str,
        host: Arc<dyn Host>,
        uniforms: &[u32],
        threads: Vec<Vec<(u8, u32)>>,
    ) -> Result<(), String> {
        let assembler = Assembler::new(self.device.target(), "mesa", Source::default()).expect("a dialect");
        let output = assembler.assemble(text);
        assert!(!output.failed(), "{:?}", output.diagnostics);
        let program = Program::shader(&mut self.device, &output.bytes_of(".text"), &[]).expect("it can be loaded");
        let count = threads.len() as u32;
        let resources = Resources {
            uniforms: uniforms.iter().zip(0..).map(|(word, number)| (number, *word)).collect(),
            buffers: [(slot(6, 0), Entered { buffer: self.results, stride: 32 })].into(),
            preload: Preload::Threads(threads),
            values: [("blend_descriptor_0".to_string(), 0x1234)].into(),
            host: Some(host),
            ..Resources::default()
        };
        let launch = Shader::of(&program, None).expect("it starts").launch([count, 1, 1], [count, 1, 1], resources);
        let launch = launch.expect("it fits");
        let result = self.device.run(&launch, &Options::default());
        result.map(|_| ()).map_err(|fault| fault.report(&launch, &self.device).to_string())
    }
}

/// The address of a thread's results, by its number in r60, in r62 and r63.
const RESULTS: &str = "LEA_BUF_IMM.slot0.wait0 @r62:r63, r60, table:0x6, index:0x0\n";

fn floats(words: &[u32]) -> Vec<f32> {
    words.iter().map(|word| f32::from_bits(*word)).collect()
}

#[test]
fn a_vertex_shader_reads_attributes() {
    let mut rig = Rig::new();
    let bytes: Vec<u8> = vec![0, 51, 102, 255, 255, 0, 0, 128];
    let colours = rig.device.named("colours", bytes);
    let places = rig.device.array(&[1.5f32, -2.0, 0.25, 8.0, 100.0, 7.0]);
    let mut host = Plain::default();
    let of =
        |buffer, offset, stride, divisor, form| Attribute { buffer, offset, stride, divisor, format: format(form) };
    host.attributes.insert(slot(1, 0), of(colours, 0, 4, 0, RGBA8_UNORM));
    host.attributes.insert(slot(1, 1), of(places, 8, 8, 2, RG32_FLOAT));
    let text = format!(
        "LD_ATTR_IMM.v4.f32.slot0 @r0:r1:r2:r3, r60, r61, index:0x0, table:0x1\n\
         LD_ATTR_IMM.v2.f16.slot1.wait01 @r4, r60, r61, index:0x1, table:0x1\n{RESULTS}\
         STORE.i128.slot0 @r0:r1:r2:r3, r62, offset:0\nSTORE.i32.slot0.end @r4, r62, offset:16\n"
    );
    let threads = vec![vec![(60, 0), (61, 1)], vec![(60, 1), (61, 3)]];
    let found = rig.run(&text, host, &[], threads, 5);
    assert_eq!(floats(&found[0][..4]), [0.0, 51.0 / 255.0, 102.0 / 255.0, 1.0]);
    assert_eq!(floats(&found[1][..4]), [1.0, 0.0, 0.0, 128.0 / 255.0]);
    // Instances 0 and 1 have the element at byte 8, 2 and 3 the one after it.
    assert_eq!(found[0][4], 0x4800_3400, "0.25 and 8 as halves");
    assert_eq!(found[1][4], 0x4700_5640, "100 and 7 as halves");
}

#[test]
fn an_image_is_stored_and_loaded() {
    let mut rig = Rig::new();
    let memory = rig.device.zeros(1024);
    let mut host = Plain::default();
    host.images.insert(slot(5, 0), plain::image(memory.address, Kind::Two, 4, 3, 1, format(RGBA8_UNORM)));
    let text = format!(
        "LEA_TEX_IMM.slot0.wait0 @r8:r9:r10, r4, 0x0, table:0x5, index:0x0\n\
         ST_CVT.slot0.v4.f32.wait0 @r0:r1:r2:r3, r8, r10, offset:0x0\n\
         LD_TEX_IMM.v4.f16.slot0.wait0 @r0:r1, r4, 0x0, index:0x0, table:0x5\n{RESULTS}\
         STORE.i64.slot0.end @r0:r1, r62, offset:0\n"
    );
    let one = |x: u32, y: u32, colour: [f32; 4], thread: u32| {
        let mut registers = vec![(4, x | y << 16), (60, thread)];
        registers.extend(colour.iter().zip(0..).map(|(c, number)| (number, c.to_bits())));
        registers
    };
    let threads = vec![one(1, 0, [1.0, 0.0, 0.5, 2.0], 0), one(3, 2, [-1.0, 0.2, 1.0, 0.0], 1)];
    let found = rig.run(&text, host, &[], threads, 2);
    let bytes = rig.device.read(memory);
    // Rows begin at multiples of 256 bytes. 0.5 * 255 is a tie, which goes to the even one.
    assert_eq!(bytes[4..8], [255, 0, 128, 255]);
    assert_eq!(bytes[2 * 256 + 12..2 * 256 + 16], [0, 51, 255, 0]);
    assert_eq!(bytes.iter().filter(|b| **b != 0).count(), 5);
    assert_eq!(found[0], [0x0000_3c00, 0x3c00_3804], "1, 0, 128/255, 1");
}

/// A texture of 2 by 2 floats, with a sampler that takes the nearest texel, and one that blends.
fn texture(device: &mut Device) -> Plain {
    let memory = device.zeros(512);
    for (at, texel) in [(0, 1.0f32), (4, 2.0), (256, 4.0), (260, 8.0)] {
        device.write(memory)[at..at + 4].copy_from_slice(&texel.to_le_bytes());
    }
    let mut host = Plain::default();
    host.images.insert(slot(4, 7), plain::image(memory.address, Kind::Two, 2, 2, 1, format(R32_FLOAT)));
    host.samplers.insert(slot(3, 0), Filter { linear: false, wrap: [Wrap::Edge; 3], compare: 0 });
    host.samplers.insert(slot(3, 1), Filter { linear: true, wrap: [Wrap::Edge; 3], compare: 0 });
    host.samplers.insert(slot(3, 2), Filter { linear: true, wrap: [Wrap::Repeat; 3], compare: 0 });
    host
}

/// A handle of texture and sampler in 32 bits.
fn narrow(texture: Slot, sampler: Slot) -> u32 {
    u32::from(texture.table) << 27 | texture.index << 16 | u32::from(sampler.table) << 11 | sampler.index
}

fn at(x: f32, y: f32, thread: u32) -> Vec<(u8, u32)> {
    vec![(0, x.to_bits()), (1, y.to_bits()), (60, thread)]
}

#[test]
fn textures_are_sampled() {
    let places = [(0.25, 0.25), (0.75, 0.25), (0.5, 0.5), (0.0, 0.75), (0.4, 0.9)];
    let threads = || places.iter().zip(0..).map(|((x, y), thread)| at(*x, *y, thread)).collect::<Vec<_>>();
    let text = format!(
        "TEX_SINGLE.slot0.f.32.r.2d.zero.wait0 @r4, @r0:r1, u0\n{RESULTS}STORE.i32.slot0.end @r4, r62, offset:0\n"
    );
    for (sampler, expected) in [
        (0, [1.0, 2.0, 8.0, 4.0, 4.0]),
        // Between the centres of texels it is what lies between: weights have 8 bits after the point.
        (1, [1.0, 2.0, 3.75, 4.0, 4.0 + 4.0 * (77.0 / 256.0)]),
        (2, [1.0, 2.0, 3.75, 6.0, 0.0]),
    ] {
        let mut rig = Rig::new();
        let host = texture(&mut rig.device);
        let found = rig.run(&text, host, &[narrow(slot(4, 7), slot(3, sampler)), 0], threads(), 1);
        let found: Vec<f32> = found.iter().map(|words| f32::from_bits(words[0])).collect();
        let count = if sampler == 2 { 4 } else { 5 };
        assert_eq!(found[..count], expected[..count], "sampler {sampler}");
    }
    // The same by handles of 32 bits each, the sampler's first, and as halves.
    let text = format!(
        "TEX_SINGLE.slot0.f.16.2d.wide_indices.zero.wait0 @r4:r5, @r0:r1, u0\n{RESULTS}\
         STORE.i64.slot0.end @r4:r5, r62, offset:0\n"
    );
    let mut rig = Rig::new();
    let host = texture(&mut rig.device);
    let found = rig.run(&text, host, &[0x0300_0001, 0x0400_0007], threads(), 2);
    assert_eq!(found[2], [0x0000_4380, 0x3c00_0000], "3.75, 0, 0, 1");
}

/// Samples that are the sum of the first coordinates of all lanes that ask, and 7 as the second texture.
struct Sums;

impl Host for Sums {
    fn call(&self, call: &Call) -> Option<u128> {
        panic!("lane {:?} asks alone", call.lane)
    }

    fn call_lanes(&self, asked: &Asked, _: &mut dyn TexelMemory, answers: &mut Answers) -> Answered {
        let lanes = || (0..16).filter(|lane| asked.lanes >> lane & 1 != 0);
        // The first word of `low`.
        let sum: u128 = lanes().map(|lane| asked.arguments[1].at(lane) & 0xffff_ffff).sum();
        lanes().for_each(|lane| answers.set(lane, if asked.operation.name == "second" { 7 } else { sum }));
        Answered::Yes
    }
}

/// Whatever the instruction and its modifiers: the level of detail may depend on what the others ask.
#[test]
fn lanes_sample_together() {
    for (sample, last) in [
        ("TEX_SINGLE.slot0.u.32.2d.computed.wait0 @r4:r5:r6:r7", "@r4"),
        ("TEX_SINGLE.slot0.skip.u.32.2d.texel_offset.computed_bias.wait0 @r4:r5:r6:r7", "@r4"),
        ("TEX_DUAL.slot0.u.32.32.2d.computed.wait0 @r4:r5:r6:r7:r8", "@r8"),
    ] {
        let text = format!(
            "{sample}, @r0:r1, u0\n{RESULTS}STORE.i32.slot0.wait0 @r4, r62, offset:0\n\
             STORE.i32.slot0.end {last}, r62, offset:4\n"
        );
        let threads = (1..=4).map(|thread| vec![(0, thread), (1, 50), (60, thread - 1)]).collect();
        let mut rig = Rig::new();
        rig.try_run(&text, Arc::new(Sums), &[0, 0], threads).unwrap_or_else(|report| panic!("{sample}: {report}"));
        let all = rig.device.numbers::<u32>(rig.results);
        let second = if last == "@r8" { 7 } else { 10 };
        assert!((0..4).all(|thread| all[8 * thread..8 * thread + 2] == [10, second]), "{sample}: {all:?}");
    }
}

#[test]
fn texels_are_fetched_and_gathered() {
    let mut rig = Rig::new();
    let host = texture(&mut rig.device);
    let text = format!(
        "TEX_FETCH.slot0.f.32.r.2d.texel_offset.wait0 @r4, @r0:r1:r2, u0\n{RESULTS}STORE.i32.slot0.end @r4, r62, offset:0\n"
    );
    let place = |x: u32, y: u32, offset: u32, thread| vec![(0, x), (1, y), (2, offset), (60, thread)];
    // One to the left, one down.
    let threads = vec![place(1, 0, 0, 0), place(1, 0, 0x01ff, 1)];
    let found = rig.run(&text, host, &[narrow(slot(4, 7), slot(3, 0)), 0], threads, 1);
    assert_eq!(floats(&[found[0][0], found[1][0]]), [2.0, 4.0]);
    let host = texture(&mut rig.device);
    let text = format!(
        "TEX_GATHER.slot0.f.32.2d.gather4_r.wait0 @r4:r5:r6:r7, @r0:r1, u0\n{RESULTS}\
         STORE.i128.slot0.end @r4:r5:r6:r7, r62, offset:0\n"
    );
    let found = rig.run(&text, host, &[narrow(slot(4, 7), slot(3, 0)), 0], vec![at(0.5, 0.5, 0)], 4);
    assert_eq!(floats(&found[0]), [1.0, 2.0, 4.0, 8.0], "row by row");
    // At integer coordinates: those of the texel with the lowest ones.
    let host = texture(&mut rig.device);
    let text = text.replace("gather4_r", "integer_coordinates.gather4_r");
    let place = |x: i32, y: i32, thread| vec![(0, x as u32), (1, y as u32), (60, thread)];
    let threads = vec![place(0, 0, 0), place(-1, 0, 1), place(1, 1, 2)];
    let found = rig.run(&text, host, &[narrow(slot(4, 7), slot(3, 0)), 0], threads, 4);
    assert_eq!(floats(&found[0]), [1.0, 2.0, 4.0, 8.0]);
    assert_eq!(floats(&found[1]), [1.0, 1.0, 4.0, 4.0], "left of the edge");
    assert_eq!(floats(&found[2]), [8.0; 4]);
}

/// A fragment shader: a colour that is interpolated, dropped where it is too dark, and blended.
const FRAGMENT: &str = "\
LD_VAR_IMM.v2.f32.center.store.slot0.wait0 @r0:r1, r61, table:0x2, index:0x0
LD_VAR_FLAT_IMM.slot0.u32.wait0 @r2, table:0x2, index:0x1
DISCARD.f32.lt r0, u0
NOP.discard
MOV.i32 r3, lane_id.w0
BLEND.slot0.v4.f32.wait0 @r0:r1:r2:r3, blend_descriptor_0.w0, r60, target:0x0
NOP.end
";

#[test]
fn a_fragment_shader_drops_and_blends() {
    let mut rig = Rig::new();
    let bits = |x: f32, y: f32| [x.to_bits(), y.to_bits(), 0, 0];
    let mut host = Plain::default();
    host.varyings.insert(slot(2, 0), Varying { vertices: [bits(1.0, 0.0), bits(0.0, 4.0), bits(0.0, 8.0)] });
    host.varyings.insert(slot(2, 1), Varying { vertices: [[77; 4], [1; 4], [2; 4]] });
    let weights = [[1.0, 0.0, 0.0], [0.5, 0.25, 0.25], [0.25, 0.75, 0.0], [0.0, 0.0, 1.0]];
    host.fragments = weights.iter().map(|weights| Fragment { weights: *weights, ..Fragment::default() }).collect();
    let host = Arc::new(host);
    let threads = (0..4).map(|thread| vec![(60, 15), (61, thread)]).collect();
    rig.try_run(FRAGMENT, host.clone(), &[0.5f32.to_bits()], threads).expect("it runs");
    let tile = host.tile.lock().expect("nobody failed");
    // The fragments with less than a half are gone.
    assert_eq!(tile.blended.iter().map(|call| call.lane).collect::<Vec<_>>(), [Some(0), Some(1)]);
    let [descriptor, coverage, data, count, _] = tile.blended[1].arguments[..] else { panic!("five arguments") };
    assert_eq!((descriptor, coverage, count), (0x1234, 15, 4));
    let words: Vec<u32> = (0..4).map(|k| (data >> (32 * k)) as u32).collect();
    assert_eq!(floats(&words[..2]), [0.5, 0.25 * 4.0 + 0.25 * 8.0]);
    assert_eq!(words[2..], [77, 1]);
}

#[test]
fn what_is_not_there_is_a_fault() {
    let mut rig = Rig::new();
    let memory = rig.device.zeros(256);
    let mut host = Plain::default();
    host.images.insert(slot(4, 0), plain::image(memory.address, Kind::Two, 2, 2, 1, format(R32_UINT)));
    let host = Arc::new(host);
    for (text, uniforms, expected) in [
        (
            "TEX_SINGLE.slot0.f.32.r.2d.zero.wait0 @r4, @r0:r1, u0\nNOP.end",
            narrow(slot(4, 1), slot(3, 0)),
            "table 4 has no texture 1",
        ),
        (
            "TEX_SINGLE.slot0.f.32.r.2d.zero.wait0 @r4, @r0:r1, u0\nNOP.end",
            narrow(slot(4, 0), slot(3, 9)),
            "table 3 has no sampler 9",
        ),
        (
            "LD_VAR_IMM.f32.center.store.slot0.wait0 @r0, r61, table:0x2, index:0x5\nNOP.end",
            0,
            "table 2 has no varying 5",
        ),
        ("LD_ATTR_IMM.f32.slot0.wait0 @r0, r60, r61, index:0x3, table:0x1\nNOP.end", 0, "table 1 has no attribute 3"),
        (
            "TEX_GATHER.slot0.f.32.cube.integer_coordinates.gather4_r.wait0 @r4:r5:r6:r7, @r0:r1, u0\nNOP.end",
            narrow(slot(4, 0), slot(3, 0)),
            "the faces of a cube have no coordinates that are integers",
        ),
    ] {
        let report = rig.try_run(text, host.clone(), &[uniforms, 0], vec![at(0.0, 0.0, 0)]).expect_err("it cannot run");
        assert_eq!(report.lines().next(), Some(expected), "{text}");
    }
}

#[test]
fn memory_of_threads_and_workgroups_has_limits() {
    let mut rig = Rig::new();
    let program = Program::shader(&mut rig.device, &[0; 8], &[]).expect("it can be loaded");
    let shader = Shader::of(&program, None).expect("it has a beginning");
    let launch = |thread_local_bytes, workgroup_local_bytes| {
        let resources = Resources { thread_local_bytes, workgroup_local_bytes, ..Resources::default() };
        shader.launch([16, 1, 1], [16, 1, 1], resources).map(|_| ()).map_err(|error| error.to_string())
    };
    assert_eq!(launch(1 << 18, 1 << 20), Ok(()));
    let own = "a thread needs 262145 bytes of its own, and there are 262144 at most";
    assert_eq!(launch((1 << 18) + 1, 0), Err(own.to_string()));
    let shared = "a workgroup needs 1048577 bytes of its own, and there are 1048576 at most";
    assert_eq!(launch(0, (1 << 20) + 1), Err(shared.to_string()));
}
