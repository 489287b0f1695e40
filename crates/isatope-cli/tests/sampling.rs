//! `isatope run` of kernels that sample images: the level of detail follows from the coordinates of a quad.
//!
//! Levels of the images have one grey each, so that a result tells which level was taken. Steps from lane to lane are
//! powers of two texels, and levels are their logarithms.

use std::fmt::Write as _;
use std::process::Command;

use serde_json::json;

const GREYS: [u32; 4] = [10, 60, 110, 160];
/// The value of the destination before a sample.
const OLD: u32 = 0x7777_7777;
const SIZE: f32 = 64.0;

/// A way to run: the target, how it loads and stores 16 bytes at `v20` bytes from a pair of scalar registers, and where
/// linear images of 64 by 64 texels of 32 bits have their levels.
struct Machine {
    target: &'static str,
    load: &'static str,
    store: &'static str,
    /// How many bytes 1 is in the offset of a scalar load.
    unit: u32,
    tiling: u32,
    /// The first byte of each level, and the byte after the last one.
    levels: [usize; 5],
}

const GFX9: Machine = Machine {
    target: "gfx900",
    load: "global_load_dwordx4 v[{v}:{w}], v20, s[{s}:{t}] offset:{o}",
    store: "global_store_dwordx4 v20, v[{v}:{w}], s[{s}:{t}]",
    unit: 1,
    tiling: 0,
    // One pitch of 64 texels, and half as many rows each.
    levels: [0, 16384, 24576, 28672, 30720],
};

const GFX8: Machine = Machine {
    target: "gfx803",
    load: "v_add_u32_e32 v21, vcc, s{s}, v20
    v_mov_b32_e32 v22, s{t}
    v_addc_u32_e32 v22, vcc, 0, v22, vcc
    v_add_u32_e32 v21, vcc, {o}, v21
    v_addc_u32_e32 v22, vcc, 0, v22, vcc
    flat_load_dwordx4 v[{v}:{w}], v[21:22]",
    store: "v_add_u32_e32 v21, vcc, s{s}, v20
    v_mov_b32_e32 v22, s{t}
    v_addc_u32_e32 v22, vcc, 0, v22, vcc
    flat_store_dwordx4 v[21:22], v[{v}:{w}]",
    unit: 1,
    tiling: 8,
    // Pitches of 64, 32, 16 and 16 texels.
    levels: [0, 16384, 20480, 21504, 22016],
};

const GFX6: Machine = Machine {
    target: "gfx600",
    load: "s_mov_b32 s28, s{s}
    s_mov_b32 s29, s{t}
    s_mov_b32 s30, -1
    s_mov_b32 s31, 0xf000
    buffer_load_dwordx4 v[{v}:{w}], v20, s[28:31], 0 offen offset:{o}",
    store: "s_mov_b32 s28, s{s}
    s_mov_b32 s29, s{t}
    s_mov_b32 s30, -1
    s_mov_b32 s31, 0xf000
    buffer_store_dwordx4 v[{v}:{w}], v20, s[28:31], 0 offen",
    unit: 4,
    tiling: 8,
    levels: GFX8.levels,
};

impl Machine {
    fn access(&self, form: &str, vector: u32, scalar: u32, offset: u32) -> String {
        let pairs = [('v', vector), ('w', vector + 3), ('s', scalar), ('t', scalar + 1), ('o', offset)];
        let put = |text: String, (name, value): &(char, u32)| text.replace(&format!("{{{name}}}"), &value.to_string());
        pairs.iter().fold(form.to_string(), put)
    }

    /// A kernel that loads eight words a lane to v[1:8], runs some lines, and stores v[12:15].
    fn source(&self, lines: &str) -> String {
        let Self { target, unit, .. } = self;
        let (second, sampler) = (16 / unit, 32 / unit);
        let [low, high] = [self.access(self.load, 1, 6, 0), self.access(self.load, 5, 6, 16)];
        let store = self.access(self.store, 12, 8, 0);
        let mut out = format!(
            ".amdgcn_target \"amdgcn-amd-amdhsa--{target}\"
.text
.globl k
.p2align 8
.type k,@function
k:
    s_load_dwordx4 s[4:7], s[0:1], 0x0
    s_load_dwordx2 s[8:9], s[0:1], {second}
    s_waitcnt lgkmcnt(0)
    s_load_dwordx8 s[16:23], s[4:5], 0x0
    s_load_dwordx4 s[24:27], s[4:5], {sampler}
    v_lshlrev_b32_e32 v20, 5, v0
    {low}
    {high}
    v_lshlrev_b32_e32 v20, 4, v0
    v_mov_b32_e32 v12, {OLD:#x}
    v_mov_b32_e32 v13, v12
    v_mov_b32_e32 v14, v12
    v_mov_b32_e32 v15, v12
    s_waitcnt vmcnt(0) lgkmcnt(0)
    {lines}
    s_waitcnt vmcnt(0)
    s_mov_b64 exec, -1
    {store}
    s_endpgm
.Lend:
.size k, .Lend-k
.rodata
.p2align 6
.amdhsa_kernel k
    .amdhsa_kernarg_size 24
    .amdhsa_user_sgpr_kernarg_segment_ptr 1
    .amdhsa_next_free_vgpr 24
    .amdhsa_next_free_sgpr 40
.end_amdhsa_kernel
.amdgpu_metadata
---
amdhsa.version: [ 1, 2 ]
amdhsa.target: amdgcn-amd-amdhsa--{target}
amdhsa.kernels:
  - .name: k
    .symbol: k.kd
    .kernarg_segment_size: 24
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 0
    .private_segment_fixed_size: 0
    .wavefront_size: 64
    .sgpr_count: 46
    .vgpr_count: 24
    .max_flat_workgroup_size: 64
    .args:
"
        );
        for (name, offset) in [("a", 0), ("b", 8), ("c", 16)] {
            let _ = writeln!(
                out,
                "      - {{ .name: {name}, .offset: {offset}, .size: 8, .value_kind: global_buffer, \
                 .address_space: global }}"
            );
        }
        out + ".end_amdgpu_metadata\n"
    }

    /// Words of the descriptors of an image and of a sampler. The image has 8 bits a component, from 0 to 1, and four
    /// levels; the sampler takes the nearest texel of the two levels around.
    fn descriptors(&self) -> [u32; 12] {
        const BASE: u64 = 0x100_0000_0000 >> 8;
        let size = SIZE as u32 - 1;
        // Its pitch; rows of a slice from gfx9 on.
        let pitch = if self.tiling == 0 { 120 - 1 } else { size };
        let select = 4 | 5 << 3 | 6 << 6 | 7 << 9;
        [
            BASE as u32,
            (BASE >> 32) as u32 | 10 << 20,
            size | size << 14,
            select | 3 << 16 | self.tiling << 20 | 9 << 28,
            pitch << 13,
            if self.tiling == 0 { 3 << 28 } else { 0 },
            0,
            0,
            1 << 12,
            0xfff << 12,
            2 << 26,
            0,
        ]
    }

    /// Runs lines with eight words for each lane, in several ways, and compares the four words that each lane leaves.
    fn leaves(&self, lines: &str, words: &dyn Fn(usize) -> [u32; 8], expected: &dyn Fn(usize) -> [u32; 4]) {
        let mut texels = vec![0u8; self.levels[4]];
        for (level, grey) in GREYS.iter().enumerate() {
            texels[self.levels[level]..self.levels[level + 1]].fill(*grey as u8);
        }
        self.leaves_with(&texels, self.descriptors(), lines, words, expected);
    }

    /// This case with another image.
    fn leaves_with(
        &self,
        texels: &[u8],
        descriptors: [u32; 12],
        lines: &str,
        words: &dyn Fn(usize) -> [u32; 8],
        expected: &dyn Fn(usize) -> [u32; 4],
    ) {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("k.s"), self.source(lines)).expect("written");
        std::fs::write(folder.path().join("texels"), texels).expect("written");
        let manifest = json!({
            "program": "k.s", "grid": [64], "local_size": [64],
            "buffers": [
                { "name": "descriptors", "in": { "u32": descriptors } },
                { "name": "words", "in": { "u32": (0..64).flat_map(words).collect::<Vec<_>>() } },
                { "name": "out", "expect": { "u32": (0..64).flat_map(expected).collect::<Vec<_>>() } },
                { "name": "image", "in": "texels", "address": "0x10000000000" },
            ],
            "args": [{ "buffer": "descriptors" }, { "buffer": "words" }, { "buffer": "out" }],
        });
        let path = folder.path().join("k.json");
        std::fs::write(&path, manifest.to_string()).expect("written");
        for more in [&[][..], &["--check-init"], &["--trace"], &["--check-races", "--check-waits"]] {
            let mut command = Command::new(env!("CARGO_BIN_EXE_isatope"));
            let output = command.args(["run", "--manifest"]).arg(&path).args(more).output().expect("isatope starts");
            let text = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{lines} on {} with {more:?}: {text}", self.target);
        }
    }
}

fn float(value: f32) -> u32 {
    value.to_bits()
}

/// The grey at a level of detail in 1/256: texels are floats, and what two levels give together is one again.
fn grey(level: u32) -> u32 {
    let texel = |level: u32| f64::from(GREYS[level.min(3) as usize] as f32 / 255.0);
    let (first, weight) = (level / 256, level % 256);
    float(((texel(first) * f64::from(256 - weight) + texel(first + 1) * f64::from(weight)) / 256.0) as f32)
}

/// The exponent of the step of a lane's quad.
fn exponent(lane: usize) -> u32 {
    (lane / 4 % 4) as u32
}

/// Coordinates in texels: quads 0 to 3 step to the right, 4 to 7 down, 8 to 11 both ways, with one texel down, and in
/// the others only the last lane is elsewhere, which is in no pair.
fn texel(lane: usize) -> [f32; 2] {
    let step = (1 << exponent(lane)) as f32;
    let (right, down) = ((lane & 1) as f32, (lane >> 1 & 1) as f32);
    match lane / 16 {
        0 => [step * right, 3.0],
        1 => [5.0, step * down],
        2 => [step * right, down],
        _ => [step * right * down, 0.0],
    }
}

/// The level that such coordinates have: the logarithm of the longer step, and far below 0 without any.
fn level(lane: usize) -> i32 {
    if lane / 16 < 3 { exponent(lane) as i32 } else { -64 }
}

fn words(list: &[f32]) -> [u32; 8] {
    std::array::from_fn(|at| list.get(at).map_or(0, |value| float(*value)))
}

/// The result of a sample whose level of detail is that of the coordinates, changed in some way.
fn greys(change: impl Fn(i32) -> i32) -> impl Fn(usize) -> [u32; 4] {
    move |lane| [grey(256 * change(level(lane)).clamp(0, 3) as u32); 4]
}

const DESCRIPTORS: &str = "s[16:23], s[24:27]";

#[test]
fn levels_follow_from_the_coordinates_of_quads() {
    let place = |lane: usize| texel(lane).map(|c| c / SIZE);
    let two = |lane: usize| words(&place(lane));
    for machine in [GFX9, GFX8, GFX6] {
        let check = |line: &str, words: &dyn Fn(usize) -> [u32; 8], expected: &dyn Fn(usize) -> [u32; 4]| {
            machine.leaves(&line.replace("$", DESCRIPTORS), words, expected);
        };
        check("image_sample v[12:15], v[1:2], $ dmask:0xf", &two, &greys(|level| level));
        // The result takes the place of the coordinates.
        let moved = "image_sample v[1:4], v[1:2], $ dmask:0xf
    s_waitcnt vmcnt(0)
    v_mov_b32_e32 v12, v1
    v_mov_b32_e32 v13, v2
    v_mov_b32_e32 v14, v3
    v_mov_b32_e32 v15, v4";
        check(moved, &two, &greys(|level| level));
        let status = |lane: usize| {
            let [x, y, z, _] = greys(|level| level)(lane);
            [x, y, z, 0]
        };
        check("image_sample v[12:15], v[1:2], $ dmask:0x7 tfe", &two, &status);
        let biased = |bias: f32| move |lane: usize| words(&[bias, place(lane)[0], place(lane)[1], 1.0]);
        check("image_sample_b v[12:15], v[1:3], $ dmask:0xf", &biased(1.0), &greys(|level| level + 1));
        check("image_sample_b_cl v[12:15], v[1:4], $ dmask:0xf", &biased(-1.0), &greys(|level| (level - 1).max(1)));
        let bound = |lane: usize| words(&[place(lane)[0], place(lane)[1], 2.0]);
        check("image_sample_cl v[12:15], v[1:3], $ dmask:0xf", &bound, &greys(|level| level.max(2)));
        check("image_gather4 v[12:15], v[1:2], $ dmask:0x1", &two, &greys(|level| level));
        check("image_gather4_b v[12:15], v[1:3], $ dmask:0x2", &biased(1.0), &greys(|level| level + 1));
        check("image_gather4_cl v[12:15], v[1:3], $ dmask:0x4", &bound, &greys(|level| level.max(2)));
        // 1 where the reference is less than the texel: from level 2 on.
        let compared = |lane: usize| words(&[85.0 / 255.0, place(lane)[0], place(lane)[1]]);
        let outcome = |lane: usize| float(if level(lane) >= 2 { 1.0 } else { 0.0 });
        let four = |lane: usize| [outcome(lane), 0, 0, float(1.0)];
        check("image_sample_c v[12:15], v[1:3], $ dmask:0xf", &compared, &four);
        check("image_gather4_c v[12:15], v[1:3], $ dmask:0x1", &compared, &|lane| [outcome(lane); 4]);
        let detail = |lane: usize| [float(level(lane).clamp(0, 3) as f32), float(level(lane) as f32), OLD, OLD];
        check("image_get_lod v[12:13], v[1:2], $ dmask:0x3", &two, &detail);
    }
}

#[test]
fn short_addresses_and_results_have_the_same_levels() {
    // Halves of multiples of 1/64 below 1.
    let half = |value: f32| {
        let bits = float(value);
        if value == 0.0 { 0 } else { ((bits >> 23) - 112) << 10 | bits >> 13 & 0x3ff }
    };
    let place = |lane: usize| texel(lane).map(|c| c / SIZE);
    let short = |lane: usize| {
        let [x, y] = place(lane).map(half);
        [x | y << 16, 0, 0, 0, 0, 0, 0, 0]
    };
    let line = format!("image_sample v[12:15], v1, {DESCRIPTORS} dmask:0xf a16");
    GFX9.leaves(&line, &short, &greys(|level| level));
    // Results of 16 bits: of a comparison, which is 0 or 1.
    let compared = |lane: usize| words(&[85.0 / 255.0, place(lane)[0], place(lane)[1]]);
    let outcome = |lane: usize| if level(lane) >= 2 { 0x3c00 } else { 0 };
    let line = format!("image_sample_c v[12:13], v[1:3], {DESCRIPTORS} dmask:0xf d16");
    GFX9.leaves(&line, &compared, &|lane| [outcome(lane), 0x3c00_0000, OLD, OLD]);
}

/// Lanes 0 to 3 of each quad are at (0, 0), (8, 0), (0, 4) and (2, 4), so that each of the four pairs has another
/// length: 8 of lanes 0 and 1, 2 of lanes 2 and 3, 4 of lanes 0 and 2, and the root of 52 of lanes 1 and 3.
#[test]
fn lanes_that_are_not_active_are_in_no_pair() {
    // 2.8502 in 1/256.
    const ROOT: u32 = 730;
    // The levels by the active lanes of a quad: of lanes 0 and 1 or else 2 and 3, and of lanes 0 and 2 or else 1 and 3.
    const LEVELS: [u32; 16] = [0, 0, 0, 768, 0, 512, 0, 768, 0, 0, ROOT, 768, 256, 512, ROOT, 768];
    let corner = |lane: usize| [[0.0, 0.0], [8.0, 0.0], [0.0, 4.0], [2.0, 4.0]][lane & 3].map(|c: f32| c / SIZE);
    let active = |lane: usize| (lane / 4) >> (lane & 3) & 1 != 0;
    let mask = (0..64).filter(|lane| active(*lane)).fold(0u64, |mask, lane| mask | 1 << lane);
    let exec = format!("s_mov_b32 exec_lo, {:#x}\n    s_mov_b32 exec_hi, {:#x}\n    ", mask as u32, mask >> 32);
    let of_active = |lane: usize, value: [u32; 4]| if active(lane) { value } else { [OLD; 4] };
    for machine in [GFX9, GFX8] {
        let check = |line: &str, words: &dyn Fn(usize) -> [u32; 8], expected: &dyn Fn(usize) -> [u32; 4]| {
            machine.leaves(&format!("{exec}{line}").replace("$", DESCRIPTORS), words, expected);
        };
        let two = |lane: usize| words(&corner(lane));
        check("image_sample v[12:15], v[1:2], $ dmask:0xf", &two, &|lane| of_active(lane, [grey(LEVELS[lane / 4]); 4]));
        // The nearest level.
        check("image_gather4 v[12:15], v[1:2], $ dmask:0x1", &two, &|lane| {
            of_active(lane, [grey((LEVELS[lane / 4] + 128) / 256 * 256); 4])
        });
        check("image_get_lod v[12:13], v[1:2], $ dmask:0x3", &two, &|lane| {
            let level = LEVELS[lane / 4];
            let before = if level == 0 { -64.0 } else { level as f32 / 256.0 };
            of_active(lane, [float(level as f32 / 256.0), float(before), OLD, OLD])
        });
    }
}

#[test]
fn coarse_derivatives_are_those_of_the_first_active_lane() {
    // Another step in each lane.
    let step = |lane: usize| ((lane & 3) + lane / 4) & 3;
    let given = |lane: usize| {
        let along = (1 << step(lane)) as f32 / SIZE;
        let [dx, dy] = if lane < 32 { [along, 0.0] } else { [0.0, along] };
        words(&[dx, 0.0, 0.0, dy, 0.5, 0.5])
    };
    let active = |lane: usize| lane / 4 == 0 || (lane / 4) >> (lane & 3) & 1 != 0;
    let mask = (0..64).filter(|lane| active(*lane)).fold(0u64, |mask, lane| mask | 1 << lane);
    let exec = format!("s_mov_b32 exec_lo, {:#x}\n    s_mov_b32 exec_hi, {:#x}\n    ", mask as u32, mask >> 32);
    let left = |from: &dyn Fn(usize) -> usize, lane: usize| match active(lane) {
        true => [grey(256 * step(from(lane)) as u32); 4],
        false => [OLD; 4],
    };
    let first = |lane: usize| (lane & !3..=lane).find(|lane| active(*lane)).expect("this one at least");
    for machine in [GFX9, GFX8] {
        let line = |name: &str| format!("{exec}{name} v[12:15], v[1:6], {DESCRIPTORS} dmask:0xf");
        machine.leaves(&line("image_sample_cd"), &given, &|lane| left(&first, lane));
        machine.leaves(&line("image_sample_d"), &given, &|lane| left(&|lane| lane, lane));
    }
}

/// Texels of black and white columns. Where a step is several texels the filter of minification takes the nearest one,
/// and where it is half a texel that of magnification takes the mean of two.
#[test]
fn the_filter_follows_from_the_level() {
    let texels: Vec<u8> = (0..64 * 64 * 4).map(|byte| if byte / 4 % 2 == 1 { 255 } else { 0 }).collect();
    let mut descriptors = GFX9.descriptors();
    // One level, with magnification that is linear, and minification that is not.
    (descriptors[3], descriptors[4], descriptors[5]) = (descriptors[3] & !(0xf << 16), 63 << 13, 0);
    descriptors[10] = 1 << 20;
    // From between columns 0 and 1, to between columns 4 and 5 or to the middle of column 1; odd columns are white.
    let step = |lane: usize| if lane < 32 { 4.0 } else { 0.5 };
    let place = |lane: usize| words(&[(1.0 + (lane & 1) as f32 * step(lane)) / SIZE, 0.5]);
    let lines = format!("image_sample v[12:15], v[1:2], {DESCRIPTORS} dmask:0xf");
    GFX9.leaves_with(&texels, descriptors, &lines, &place, &|lane| {
        [float(if lane < 32 || lane & 1 == 1 { 1.0 } else { 0.5 }); 4]
    });
}
