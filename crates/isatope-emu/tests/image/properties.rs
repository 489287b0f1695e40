//! What holds for any image: for any bits of descriptors nothing panics, texels do not overlap, what is stored is
//! loaded again, and filters stay between the texels that they see.

use isatope_emu::image::{Detail, Format, Image, LANES, Load, Lookup, Number, Places, Row, Store, Texels};
use isatope_testing::Random;

use super::{Bytes, Descriptor, GENERATIONS, floats};

const NONE: Row = [0; LANES];

#[test]
fn no_bits_of_descriptors_panic() {
    let mut random = Random(4);
    let (mut sampled, mut refused) = (0, 0);
    for round in 0..30_000 {
        let gfx = GENERATIONS[round % 4];
        let mut words: [u32; 8] = std::array::from_fn(|_| random.next_u32());
        let mut sampler: [u32; 4] = std::array::from_fn(|_| random.next_u32());
        if round % 8 != 0 {
            // Mostly images of formats that are supported, small or large.
            words[3] |= 8 << 28;
            words[1] = words[1] & !(0x3ff << 20) | (1 + random.below(22)) << 20 | random.below(6) << 26;
            sampler[3] &= !(1 << 31);
        }
        if round % 3 == 0 {
            words[2] &= 7 << 14 | 7;
            words[4] &= 7 << 13 | 7;
            words[5] &= 7 << 28 | 7 << 13 | 3;
        }
        let Ok(image) = Image::new(gfx, &words) else {
            refused += 1;
            continue;
        };
        let mut any = || -> Row {
            std::array::from_fn(|_| match random.below(6) {
                0 => random.next_u32(),
                1 => random.below(8),
                2 => {
                    [f32::NAN, f32::INFINITY, -f32::INFINITY, f32::MAX, -0.0, 1e-40][random.below(6) as usize].to_bits()
                }
                _ => ((random.next_u32() as f32) / 1e9 - 1.0).to_bits(),
            })
        };
        let [x, y, z, offset, level, reference] = std::array::from_fn(|_| any());
        let (dx, dy) = ([any(), any(), any()], [any(), any(), any()]);
        let lanes = u64::from(random.next_u32()) & 0xf00f_0137;
        let mut memory = Bytes { base: image.resource.base, bytes: vec![0x5a; 256], outside: 0 };
        let at = Places { level: &offset, x: &x, y: &y, z: &z, fragment: &level };
        let mut out: Texels = [NONE; 4];
        let bits = random.next_u32();
        let flag = |bit: u32| bits >> bit & 1 != 0;
        let how = Load { raw: flag(0), extend: flag(1), half: flag(2) };
        image.load(&mut memory, lanes, &at, how, &mut out);
        image.store(&mut memory, lanes, &at, Store { raw: flag(3), half: flag(4), mask: (bits >> 5) as u8 }, &out);
        let pair = [x, y];
        let operation = (bits >> 8) as u8 % 20;
        let _ = image.atomic(&mut memory, lanes, operation, flag(13), &at, &pair, &pair, &mut [NONE; 2]);
        image.size(lanes, &x, &mut out);
        let look = Lookup {
            unnormalized: flag(14),
            x: &x,
            y: &y,
            z: &z,
            offset: &offset,
            reference: flag(15).then_some(&reference),
            detail: Detail::numbered((bits >> 16) as u8 % 6, &level, &dx, &dy).expect("a way"),
            clamp: flag(20).then_some(&level),
            half: flag(21),
        };
        let done = image.sample(&mut memory, lanes, &sampler, &look, &mut out).is_ok();
        let _ = image.gather(&mut memory, lanes, &sampler, &look, (bits >> 22) as u8, [0, 4, 8][round % 3], &mut out);
        let _ = image.detail(lanes, &sampler, &look, &mut [NONE; 2]);
        sampled += usize::from(done);
    }
    assert!(sampled > 5000 && refused > 1000, "{sampled} sampled, {refused} refused");
}

/// Descriptors of small images of every kind, with levels, linear and not.
fn small_images(mut each: impl FnMut(&Descriptor)) {
    let mut random = Random(5);
    for gfx in GENERATIONS {
        for kind in 8..16 {
            for linear in [false, true] {
                for data in [1, 2, 10, 11, 13, 14] {
                    let side = |random: &mut Random| 1 + random.below(9);
                    let row = kind == 8 || kind == 12;
                    let layered = !matches!(kind, 8 | 9 | 14);
                    let size = [(); 3].map(|()| side(&mut random));
                    let size = [size[0], if row { 1 } else { size[1] }, if layered { size[2] } else { 1 }];
                    let size = if kind == 11 { [size[0], size[0], 6] } else { size };
                    let mut descriptor = Descriptor::of(gfx, kind, data, 4, size);
                    descriptor.levels = 1 + random.below(4);
                    descriptor.linear = linear;
                    descriptor.pitch = size[0].next_multiple_of(4);
                    each(&descriptor);
                }
            }
        }
    }
}

#[test]
fn texels_do_not_overlap() {
    let mut texels = 0;
    small_images(|descriptor| {
        let image = Image::new(descriptor.gfx, &descriptor.words()).expect("supported");
        let (layout, size) = (&image.layout, u64::from(image.format.bytes));
        let mut seen = Vec::new();
        for level in 0..image.resource.levels {
            let [width, height, depth] = layout.extent(level);
            assert_eq!(layout.offset(level, depth, 0, 0, 0), None);
            assert_eq!(layout.offset(level, 0, height, 0, 0), None);
            assert_eq!(layout.offset(level, 0, 0, width, 0), None);
            for (z, y, x) in (0..depth).flat_map(|z| (0..height).flat_map(move |y| (0..width).map(move |x| (z, y, x))))
            {
                for fragment in 0..image.resource.fragments() {
                    let offset = layout.offset(level, z, y, x, fragment).expect("inside");
                    assert!(offset + size <= layout.bytes(), "{descriptor:?}");
                    assert!(offset % size == 0 || !size.is_power_of_two(), "{descriptor:?}");
                    seen.push(offset);
                    texels += 1;
                }
            }
        }
        assert_eq!(layout.offset(image.resource.levels, 0, 0, 0, 0), None);
        seen.sort_unstable();
        assert!(seen.windows(2).all(|pair| pair[1] - pair[0] >= size), "texels lie on each other: {descriptor:?}");
        let mut memory = 0;
        if !descriptor.linear && descriptor.gfx < isatope_emu::image::Generation::Gfx9 {
            memory = layout.bytes() - seen.len() as u64 * size;
        }
        assert_eq!(memory, 0, "without tiling nothing is padded: {descriptor:?}");
    });
    assert!(texels > 10_000, "{texels}");
}

#[test]
fn what_is_stored_is_loaded() {
    let mut random = Random(6);
    let mut stored = 0;
    small_images(|descriptor| {
        let image = Image::new(descriptor.gfx, &descriptor.words()).expect("supported");
        let mut memory = Bytes::new(vec![0; image.layout.bytes() as usize]);
        for level in 0..=image.resource.top_level() {
            // Texels along a diagonal through everything, so that no two lanes have the same one.
            let [width, height, depth] = image.layout.extent(image.resource.base_level + level);
            let count = (width * height * depth).min(LANES as u32);
            let lanes = u64::MAX >> (64 - count);
            let rows: [Row; 3] = {
                let mut rows = [NONE; 3];
                for lane in 0..count {
                    let at = [lane % width, lane / width % height, lane / width / height];
                    let layers_in_y = descriptor.kind == 12;
                    rows[0][lane as usize] = at[0];
                    rows[1][lane as usize] = if layers_in_y { at[2] } else { at[1] };
                    rows[2][lane as usize] = if layers_in_y { 0 } else { at[2] };
                }
                rows
            };
            let at = Places { level: &[level; LANES], x: &rows[0], y: &rows[1], z: &rows[2], fragment: &NONE };
            let values: Texels = std::array::from_fn(|c| {
                let width = image.format.widths[c];
                let ones = if width == 0 { 0 } else { u32::MAX >> (32 - width) };
                std::array::from_fn(|_| random.next_u32() & ones)
            });
            image.store(&mut memory, lanes, &at, Store { raw: false, half: false, mask: 15 }, &values);
            let mut out: Texels = [NONE; 4];
            image.load(&mut memory, lanes, &at, Load::default(), &mut out);
            for lane in 0..count as usize {
                for c in (0..4).filter(|c| image.format.widths[*c] != 0) {
                    assert_eq!(out[c][lane], values[c][lane], "component {c} of lane {lane}: {descriptor:?}");
                }
                stored += 1;
            }
        }
        assert_eq!(memory.outside, 0);
    });
    assert!(stored > 5000, "{stored}");
}

/// Every number of a component comes back from its value. Not here: numbers of more than 16 bits as floats, which a
/// float does not hold (24 bits of `unorm` it does); `snorm_ogl`, of which stores make `snorm`.
#[test]
fn values_of_components_keep_their_bits() {
    let mut numbers = 0;
    for (data, number) in (1..23u8).flat_map(|d| (0..10u8).map(move |n| (d, n))) {
        let Ok(format) = Format::new(data, number) else { continue };
        for (c, width) in format.widths.into_iter().enumerate().filter(|(_, w)| *w != 0) {
            if format.number == Number::SnormOgl || width > 16 && !(width == 24 && format.number == Number::Unorm) {
                continue;
            }
            let step = if width > 16 { 997 } else { 1 };
            for raw in (0..1u32 << width).step_by(step) {
                let value = format.decode_component(raw, c);
                let lowest = format.number == Number::Snorm && raw == 1 << (width - 1) && width > 1;
                let nan = format.number == Number::Float && f32::from_bits(value).is_nan();
                // -1 has two numbers, and a NaN has many.
                let expected = if lowest { raw + 1 } else { raw };
                assert!(nan || format.encode_component(value, c) == expected, "{format:?} {c} {raw:#x}: {value:#x}");
                numbers += 1;
            }
        }
    }
    assert!(numbers > 1_000_000, "{numbers}");
}

/// A 2D image of 16 bits, its texels as fractions, and its memory.
fn noise(random: &mut Random, width: u32, height: u32) -> (Image, Vec<f32>, Vec<u8>) {
    let descriptor = Descriptor::of(GENERATIONS[random.below(4) as usize], 9, 2, 0, [width, height, 1]);
    let image = Image::new(descriptor.gfx, &descriptor.words()).expect("supported");
    let texels: Vec<u16> = (0..width * height).map(|_| random.next_u32() as u16).collect();
    let bytes = texels.iter().flat_map(|v| v.to_le_bytes()).collect();
    (image, texels.iter().map(|v| f32::from(*v) / 65535.0).collect(), bytes)
}

fn sample(image: &Image, bytes: &[u8], mode: u32, linear: bool, x: &Row, y: &Row) -> Vec<f32> {
    let filter = u32::from(linear);
    let sampler = [mode | mode << 3, 0xfff << 12, filter << 20 | filter << 22, 0];
    let look = Lookup {
        unnormalized: false,
        x,
        y,
        z: &NONE,
        offset: &NONE,
        reference: None,
        detail: Detail::Zero,
        clamp: None,
        half: false,
    };
    let mut out: Texels = [NONE; 4];
    image.sample(&mut Bytes::new(bytes.to_vec()), u64::MAX, &sampler, &look, &mut out).expect("supported");
    out[0].iter().map(|v| f32::from_bits(*v)).collect()
}

#[test]
fn filters_stay_between_texels_and_are_them_at_their_centres() {
    let mut random = Random(7);
    for _ in 0..200 {
        let (width, height) = (1 + random.below(7), 1 + random.below(7));
        let (image, texels, bytes) = noise(&mut random, width, height);
        // Eighths of a texel of an image that is a power of two are exact; others are rounded to 1/256.
        let mut place =
            |size: u32| -> Vec<f32> { (0..LANES).map(|_| random.below(8 * size) as f32 / (8 * size) as f32).collect() };
        let (x, y) = (place(width), place(height));
        let value = |i: i32, j: i32| {
            texels[(i.clamp(0, width as i32 - 1) + j.clamp(0, height as i32 - 1) * width as i32) as usize]
        };
        let filtered = sample(&image, &bytes, 2, true, &floats(&x), &floats(&y));
        let nearest = sample(&image, &bytes, 2, false, &floats(&x), &floats(&y));
        for lane in 0..LANES {
            let corner = |c: f32, size: u32| (f64::from(c) * f64::from(size) - 0.5 + 1.0 / 512.0).floor() as i32;
            let (i, j) = (corner(x[lane], width), corner(y[lane], height));
            let around = [value(i, j), value(i + 1, j), value(i, j + 1), value(i + 1, j + 1)];
            let (low, high) = around.iter().fold((f32::MAX, f32::MIN), |(l, h), v| (l.min(*v), h.max(*v)));
            assert!((low..=high).contains(&filtered[lane]), "{around:?} {}", filtered[lane]);
            assert!(around.contains(&nearest[lane]), "{around:?} {}", nearest[lane]);
        }
        let centre = |n: u32, size: u32| ((n % size) as f32 + 0.5) / size as f32;
        let x: Vec<f32> = (0..LANES as u32).map(|n| centre(n, width)).collect();
        let y: Vec<f32> = (0..LANES as u32).map(|n| centre(n / width, height)).collect();
        let expected: Vec<f32> =
            (0..LANES as i32).map(|n| value(n % width as i32, n / width as i32 % height as i32)).collect();
        for linear in [false, true] {
            assert_eq!(sample(&image, &bytes, 2, linear, &floats(&x), &floats(&y)), expected);
        }
    }
}

#[test]
fn wrapping_repeats_and_mirroring_mirrors() {
    let mut random = Random(8);
    for _ in 0..100 {
        // Powers of two, so that a shift by the image is exact.
        let (width, height) = (1 << random.below(4), 1 << random.below(4));
        let (image, _, bytes) = noise(&mut random, width, height);
        let mut row = || -> Vec<f32> { (0..LANES).map(|_| (random.below(2049) as f32 - 1024.0) / 512.0).collect() };
        let (x, y) = (row(), row());
        let moved = |row: &[f32], by: f32| floats(&row.iter().map(|v| v + by).collect::<Vec<_>>());
        let (rx, ry) = (floats(&x), floats(&y));
        for linear in [false, true] {
            let here = |mode, x: &Row| sample(&image, &bytes, mode, linear, x, &ry);
            assert_eq!(here(0, &rx), here(0, &moved(&x, 3.0)), "wrap");
            assert_eq!(here(1, &rx), here(1, &moved(&x, -2.0)), "mirror");
            let outside: Vec<f32> = x.iter().map(|v| v.abs() + 1.0).collect();
            let edge = floats(&[1.0; LANES]);
            for mode in [2, 3, 4, 5] {
                assert_eq!(here(mode, &floats(&outside)), here(mode, &edge), "mode {mode} holds what is outside");
            }
        }
        // Filtered, -x is x; modes that mirror once do that up to the end of the image.
        for mode in [1, 3, 5, 7] {
            let most = if mode == 1 { 2.0 } else { 1.0 };
            let there: Vec<f32> = x.iter().map(|v| v.clamp(-most, most)).collect();
            let back: Vec<f32> = there.iter().map(|v| -v).collect();
            let here = |x: &[f32]| sample(&image, &bytes, mode, true, &floats(x), &ry);
            assert_eq!(here(&there), here(&back), "mode {mode}");
        }
    }
}
