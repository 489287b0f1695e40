//! Linear images, which instructions read and write without a texture unit, as `image-linear.isa` and
//! `buffer-format.isa` say: the texture unit does the same to them.

use isatope_asm::{Options, assemble_line};
use isatope_core::{Instruction, Target};
use isatope_emu::image::{Format, Generation, Image, LANES, Load, Places, Row, Store, Texels};
use isatope_run::json::run_line;
use isatope_testing::Random;
use serde_json::{Map, Value, json};

use super::{BASE, Bytes, Descriptor};

/// How many lanes of each instruction are active.
const ACTIVE: usize = 8;

fn assemble(target: Target, _: Option<&str>, text: &str) -> Result<Instruction, String> {
    let list = assemble_line(target, "llvm", Options::default(), text).map_err(|errors| format!("{errors:?}"))?;
    list.first().copied().ok_or_else(|| "no instruction".to_string())
}

/// An instruction as a line for `exec --json`: on an image in s[4:11], with coordinates from v0 on and data from v16
/// on.
struct Line {
    target: &'static str,
    text: String,
    words: [u32; 8],
    rows: Vec<(usize, Row)>,
    memory: Vec<u8>,
}

impl Line {
    /// Runs it; gives registers as the instruction leaves them, and memory.
    fn run(&self) -> (Map<String, Value>, Vec<u8>) {
        let hex = |bytes: &[u8]| bytes.iter().map(|b| format!("{b:02x}")).collect::<String>();
        let mut regs = Map::new();
        regs.insert("exec".into(), format!("{:#x}", (1u64 << ACTIVE) - 1).into());
        for (i, word) in self.words.iter().enumerate() {
            regs.insert(format!("s{}", 4 + i), format!("{word:#x}").into());
        }
        for (number, row) in &self.rows {
            regs.insert(format!("v{number}"), row.map(|v| format!("{v:#x}")).as_slice().into());
        }
        let memory = json!([{ "addr": format!("{BASE:#x}"), "bytes": hex(&self.memory) }]);
        let line = json!({ "id": 0, "target": self.target, "asm": self.text, "regs": regs, "mem": memory });
        let answer: Value = serde_json::from_str(&run_line(&line.to_string(), None, &mut assemble)).expect("JSON");
        assert_eq!(answer["ok"], true, "{line}: {answer}");
        let written = answer["mem"][0]["bytes"].as_str().map(|text| {
            (0..text.len() / 2).map(|i| u8::from_str_radix(&text[2 * i..2 * i + 2], 16).expect("hex")).collect()
        });
        let regs = answer["regs"].as_object().cloned().unwrap_or_default();
        (regs, written.unwrap_or_else(|| self.memory.clone()))
    }
}

/// A register of an answer.
fn row_of(regs: &Map<String, Value>, number: usize) -> Option<Vec<u32>> {
    let number_of = |v: &Value| {
        let text = v.as_str().expect("a number");
        u32::from_str_radix(text.trim_start_matches("0x"), 16).expect("hex")
    };
    Some(regs.get(&format!("v{number}"))?.as_array().expect("a row").iter().map(number_of).collect())
}

const TARGETS: [(&str, Generation); 4] = [
    ("gfx600", Generation::Gfx6),
    ("gfx700", Generation::Gfx7),
    ("gfx803", Generation::Gfx8),
    ("gfx900", Generation::Gfx9),
];

/// An image of one of the kinds that are linear, of any format that buffers have, and its descriptor.
fn random_image(random: &mut Random, gfx: Generation, data: u32, number: u32) -> Descriptor {
    let kind = [8, 9, 10, 11, 12, 13][random.below(6) as usize];
    let height = if kind == 8 || kind == 12 { 1 } else { 1 + random.below(4) };
    let depth = if kind < 10 { 1 } else { 1 + random.below(3) };
    let size = [1 + random.below(5), height, depth];
    let mut image = Descriptor::of(gfx, kind, data, number, size);
    image.linear = true;
    image.pitch = size[0] + random.below(4);
    if random.below(2) == 0 {
        image.select = std::array::from_fn(|_| [0, 1, 4, 5, 6, 7][random.below(6) as usize]);
    }
    image
}

/// Everything that is the same for the instruction and the texture unit.
struct Setup {
    image: Image,
    words: [u32; 8],
    memory: Vec<u8>,
    coordinates: [Row; 3],
}

impl Setup {
    fn new(random: &mut Random, descriptor: &Descriptor) -> Self {
        let words = descriptor.words();
        let image = Image::new(descriptor.gfx, &words).expect("supported");
        let memory = (0..image.layout.bytes()).map(|_| random.next_u32() as u8).collect();
        let mut coordinates = [[0; LANES]; 3];
        for row in &mut coordinates {
            row[..ACTIVE].fill_with(|| random.below(5));
        }
        Self { image, words, memory, coordinates }
    }

    /// Coordinates that the image has not are 0, as instructions have them.
    fn texels(&self) -> [Row; 3] {
        let count = match self.image.resource.kind {
            isatope_emu::image::Kind::One => 1,
            isatope_emu::image::Kind::Two | isatope_emu::image::Kind::OneArray => 2,
            _ => 3,
        };
        std::array::from_fn(|d| if d < count { self.coordinates[d] } else { [0; LANES] })
    }
}

const NONE: Row = [0; LANES];

fn places(texels: &[Row; 3]) -> Places<'_> {
    Places { level: &NONE, x: &texels[0], y: &texels[1], z: &texels[2], fragment: &NONE }
}

fn supported(data: u32, number: u32) -> bool {
    Format::new(data as u8, number as u8).is_ok()
}

#[test]
fn loads_are_those_of_the_specification() {
    let (mut random, mut compared) = (Random(1), 0);
    for (target, gfx) in TARGETS {
        for (data, number) in (1..15).flat_map(|d| (0..8).map(move |n| (d, n))).filter(|(d, n)| supported(*d, *n)) {
            let descriptor = random_image(&mut random, gfx, data, number);
            let setup = Setup::new(&mut random, &descriptor);
            let half = gfx >= Generation::Gfx8 && random.below(3) == 0;
            let text = format!(
                "image_load v[16:{}], v[0:2], s[4:11] dmask:0xf unorm{}",
                if half && gfx == Generation::Gfx9 { 17 } else { 19 },
                if half { " d16" } else { "" }
            );
            let rows = setup.coordinates.into_iter().enumerate().collect();
            let line = Line { target, text, words: setup.words, rows, memory: setup.memory.clone() };
            let (regs, _) = line.run();
            let mut out: Texels = [[0; LANES]; 4];
            let texels = setup.texels();
            let mut memory = Bytes::new(setup.memory.clone());
            setup.image.load(
                &mut memory,
                (1 << ACTIVE) - 1,
                &places(&texels),
                Load { half, ..Load::default() },
                &mut out,
            );
            assert_eq!(memory.outside, 0);
            for lane in 0..ACTIVE {
                let texel = out.map(|row| row[lane]);
                let registers = if half && gfx == Generation::Gfx9 {
                    vec![texel[0] | texel[1] << 16, texel[2] | texel[3] << 16]
                } else {
                    texel.to_vec()
                };
                for (i, value) in registers.into_iter().enumerate() {
                    let found = row_of(&regs, 16 + i).map_or(0, |row| row[lane]);
                    assert_eq!(value, found, "{target} {} lane {lane} register {i}: {descriptor:?}", line.text);
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 4 * 80 * ACTIVE, "only {compared} registers were compared");
}

#[test]
fn stores_are_those_of_the_specification() {
    let (mut random, mut changed) = (Random(2), 0);
    for (target, gfx) in TARGETS {
        for (data, number) in (1..15).flat_map(|d| (0..8).map(move |n| (d, n))).filter(|(d, n)| supported(*d, *n)) {
            let descriptor = random_image(&mut random, gfx, data, number);
            let setup = Setup::new(&mut random, &descriptor);
            let mask = 1 + random.below(15);
            let mut values: Texels = [[0; LANES]; 4];
            let mut rows: Vec<(usize, Row)> = setup.coordinates.into_iter().enumerate().collect();
            let mut next = 16;
            for (c, row) in values.iter_mut().enumerate() {
                row[..ACTIVE].fill_with(|| match random.below(4) {
                    0 => random.next_u32(),
                    1 => random.below(300),
                    2 => (random.next_u32() as f32 / 2e9 - 1.0).to_bits(),
                    _ => ((random.below(20000) as f32 - 10000.0) / 8.0).to_bits(),
                });
                if mask >> c & 1 != 0 {
                    rows.push((next, *row));
                    next += 1;
                }
            }
            let last = if next == 17 { String::new() } else { format!(":{}", next - 1) };
            let first = if last.is_empty() { "v16".to_string() } else { format!("v[16{last}]") };
            let text = format!("image_store {first}, v[0:2], s[4:11] dmask:{mask:#x} unorm");
            let line = Line { target, text, words: setup.words, rows, memory: setup.memory.clone() };
            let (_, expected) = line.run();
            let mut memory = Bytes::new(setup.memory.clone());
            let how = Store { raw: false, half: false, mask: mask as u8 };
            setup.image.store(&mut memory, (1 << ACTIVE) - 1, &places(&setup.texels()), how, &values);
            assert_eq!(memory.bytes, expected, "{target} {}: {descriptor:?}", line.text);
            changed += usize::from(expected != setup.memory);
        }
    }
    assert!(changed > 200, "only {changed} stores changed anything");
}

#[test]
fn atomics_are_those_of_the_specification() {
    let names = [
        "swap", "cmpswap", "add", "sub", "smin", "umin", "smax", "umax", "and", "or", "xor", "inc", "dec", "fcmpswap",
        "fmin", "fmax", "rsub",
    ];
    let (mut random, mut compared) = (Random(3), 0);
    for (target, gfx) in TARGETS {
        for (operation, name) in names.into_iter().enumerate() {
            if operation >= 13 && gfx >= Generation::Gfx8 {
                // Only gfx6 and gfx7 have these.
                continue;
            }
            for wide in [false, true] {
                let mut descriptor = Descriptor::of(gfx, 9, if wide { 11 } else { 4 }, 4, [3, 3, 1]);
                descriptor.linear = true;
                let mut setup = Setup::new(&mut random, &descriptor);
                // Numbers close to each other, so that they are equal now and then, and sensible floats.
                for byte in setup.memory.iter_mut() {
                    *byte = [0, 0, 0x3f, 0x80, 0xbf][usize::from(*byte % 5)];
                }
                let two = name.ends_with("cmpswap");
                let words = 1 + usize::from(wide);
                let count = words * (1 + usize::from(two));
                let mut data: [Row; 4] = [[0; LANES]; 4];
                for row in &mut data {
                    row[..ACTIVE].fill_with(|| {
                        u32::from_le_bytes(std::array::from_fn(|_| [0, 0, 0x3f, 0x80, 0xbf][random.below(5) as usize]))
                    });
                }
                // The number to compare with is often the one that is there.
                let texels = setup.texels();
                for lane in (0..ACTIVE).filter(|_| two) {
                    let place = setup.image.address(0, texels[0][lane], texels[1][lane], 0, 0);
                    let Some(at) = place.map(|address| (address - BASE) as usize) else { continue };
                    for word in 0..words {
                        let bytes = setup.memory[at + 4 * word..at + 4 * word + 4].try_into().expect("four");
                        data[words + word][lane] = u32::from_le_bytes(bytes);
                    }
                }
                let mut rows: Vec<(usize, Row)> = setup.coordinates.into_iter().enumerate().collect();
                rows.extend((0..count).map(|i| (16 + i, data[i])));
                let registers = if count == 1 { "v16".to_string() } else { format!("v[16:{}]", 15 + count) };
                let mask = (1 << count) - 1;
                let text = format!("image_atomic_{name} {registers}, v[0:1], s[4:11] dmask:{mask:#x} unorm glc");
                let line = Line { target, text, words: setup.words, rows, memory: setup.memory.clone() };
                let (regs, expected) = line.run();
                let pair = |from: usize| [data[from], if wide { data[from + 1] } else { NONE }];
                let mut memory = Bytes::new(setup.memory.clone());
                let mut out = [NONE; 2];
                let (values, compare) = (pair(0), if two { pair(words) } else { [NONE; 2] });
                let lanes = (1 << ACTIVE) - 1;
                let at = places(&texels);
                setup
                    .image
                    .atomic(&mut memory, lanes, operation as u8, wide, &at, &values, &compare, &mut out)
                    .expect("supported");
                assert_eq!(memory.bytes, expected, "{target} {}", line.text);
                for word in 0..words {
                    let found = row_of(&regs, 16 + word).unwrap_or_else(|| data[word].to_vec());
                    assert_eq!(out[word][..ACTIVE], found[..ACTIVE], "{target} {} word {word}", line.text);
                }
                compared += 1;
            }
        }
    }
    assert_eq!(compared, 2 * (17 * 2 + 13 * 2));
}
