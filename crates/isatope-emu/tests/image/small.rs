//! Small images worked out by hand.

use isatope_emu::image::{Detail, Generation, Image, LANES, Load, Lookup, Places, Row, Store, Texels, Unsupported};

use super::{Bytes, Descriptor, GENERATIONS, floats, row};

const NONE: Row = [0; LANES];

const ONE: u32 = 8;
const TWO: u32 = 9;
const THREE: u32 = 10;
const CUBE: u32 = 11;
const ONE_ARRAY: u32 = 12;
const TWO_ARRAY: u32 = 13;
const SAMPLES: u32 = 14;

/// The word of a sampler that clamps all three coordinates alike.
fn clamp(mode: u32) -> u32 {
    mode | mode << 3 | mode << 6
}

/// Filters between texels (`linear`) and takes the first level.
fn sampler(mode: u32, linear: bool) -> [u32; 4] {
    let filter = u32::from(linear);
    [clamp(mode), 0xfff << 12, filter << 20 | filter << 22, 0]
}

/// What a sample of the first level asks.
fn look<'a>(x: &'a Row, y: &'a Row, z: &'a Row) -> Lookup<'a> {
    Lookup {
        unnormalized: false,
        x,
        y,
        z,
        offset: &NONE,
        reference: None,
        detail: Detail::Zero,
        clamp: None,
        half: false,
    }
}

/// Component x of samples of a 2D image at places of x and y.
fn sampled(image: &Image, bytes: &[u8], sampler: [u32; 4], x: &[f32], y: &[f32]) -> Vec<f32> {
    let mut out: Texels = [NONE; 4];
    let (rx, ry) = (floats(x), floats(y));
    let lanes = (1 << x.len()) - 1;
    image
        .sample(&mut Bytes::new(bytes.to_vec()), lanes, &sampler, &look(&rx, &ry, &NONE), &mut out)
        .expect("supported");
    (0..x.len()).map(|lane| f32::from_bits(out[0][lane])).collect()
}

/// Rows 0, 51 / 102, 255 of bytes: 0, 0.2 / 0.4, 1.
fn two_by_two(gfx: Generation) -> (Image, [u8; 4]) {
    (Image::new(gfx, &Descriptor::of(gfx, TWO, 1, 0, [2, 2, 1]).words()).expect("supported"), [0, 51, 102, 255])
}

#[test]
fn filters() {
    for gfx in GENERATIONS {
        let (image, bytes) = two_by_two(gfx);
        let nearest = sampled(&image, &bytes, sampler(2, false), &[0.0, 0.49, 0.5, 1.0], &[0.0, 0.0, 0.75, 1.0]);
        assert_eq!(nearest, [0.0, 0.0, 1.0, 1.0]);
        // In the middle of all four; in the middle of the upper row; three quarters of the way along it; a corner.
        let linear = sampled(&image, &bytes, sampler(2, true), &[0.5, 0.5, 0.625, 0.0], &[0.5, 0.25, 0.25, 0.0]);
        assert_eq!(linear, [(0.2f32 + 0.4 + 1.0) / 4.0, 0.1, 0.15, 0.0]);
    }
}

#[test]
fn wraps() {
    let (image, bytes) = two_by_two(Generation::Gfx8);
    // Along the upper row, whose texels are 0 and 0.2, from two texels before it to two after it.
    let x: Vec<f32> = (-4..8).map(|i| (i as f32 + 0.5) / 2.0).collect();
    let y = [0.25; 12];
    let row = |mode| -> Vec<i32> {
        sampled(&image, &bytes, sampler(mode, false), &x, &y).iter().map(|v| (v * 255.0).round() as i32).collect()
    };
    // Texels            -4  -3  -2  -1   0   1   2   3   4   5   6   7
    assert_eq!(row(0), [0, 51, 0, 51, 0, 51, 0, 51, 0, 51, 0, 51], "wrap");
    assert_eq!(row(1), [0, 51, 51, 0, 0, 51, 51, 0, 0, 51, 51, 0], "mirror");
    assert_eq!(row(2), [0, 0, 0, 0, 0, 51, 51, 51, 51, 51, 51, 51], "last texel");
    assert_eq!(row(3), [51, 51, 51, 0, 0, 51, 51, 51, 51, 51, 51, 51], "mirror once");
    // Black borders; the right one is seen beside a texel that is not black.
    assert_eq!(row(4), [0, 0, 0, 0, 0, 51, 51, 51, 51, 51, 51, 51], "half a border");
    assert_eq!(row(6), [0, 0, 0, 0, 0, 51, 0, 0, 0, 0, 0, 0], "border");
    assert_eq!(row(7), [0, 0, 51, 0, 0, 51, 0, 0, 0, 0, 0, 0], "mirror once, border");
    // Half a border: at the edge the border is half of what is seen, and no more further out.
    let edge = sampled(&image, &bytes, sampler(4, true), &[1.0, 3.0], &[0.25; 2]);
    assert_eq!(edge, [0.1, 0.1]);
    let border = sampled(&image, &bytes, sampler(6, true), &[1.0, 3.0], &[0.25; 2]);
    assert_eq!(border, [0.1, 0.0]);
}

#[test]
fn borders_and_swizzles() {
    // Two components of 8 bits; a border of opaque white has no more of them than the format.
    let mut descriptor = Descriptor::of(Generation::Gfx7, TWO, 3, 0, [1, 1, 1]);
    descriptor.select = [5, 4, 6, 7];
    let image = Image::new(descriptor.gfx, &descriptor.words()).expect("supported");
    for (kind, inside, outside) in [
        (0, [1.0, 0.2, 0.0, 1.0], [0.0, 0.0, 0.0, 1.0]),
        (1, [1.0, 0.2, 0.0, 1.0], [0.0, 0.0, 0.0, 1.0]),
        (2, [1.0, 0.2, 0.0, 1.0], [1.0, 1.0, 0.0, 1.0]),
    ] {
        let mut sampler = sampler(6, false);
        sampler[3] = kind << 30;
        let mut out: Texels = [NONE; 4];
        let x = floats(&[0.5, 1.5]);
        let lookup = look(&x, &x, &NONE);
        image.sample(&mut Bytes::new(vec![51, 255]), 3, &sampler, &lookup, &mut out).expect("supported");
        let texel = |lane: usize| out.map(|row| f32::from_bits(row[lane]));
        assert_eq!((texel(0), texel(1)), (inside, outside), "border {kind}");
        sampler[3] = 3 << 30 | 7;
        let error = image.sample(&mut Bytes::new(vec![0; 2]), 1, &sampler, &lookup, &mut out);
        assert_eq!(error, Err(Unsupported::BorderTable(7)));
    }
}

/// A format whose alpha is in the lowest bits: BC_SWIZZLE WXYZ brings the alpha of the border there, DST_SEL back to w.
#[test]
fn borders_of_gfx9_have_an_order() {
    let mut descriptor = Descriptor::of(Generation::Gfx9, TWO, 10, 0, [1, 1, 1]);
    descriptor.select = [5, 6, 7, 4];
    for (order, expected) in [(0, [0.0, 0.0, 1.0, 0.0]), (3, [0.0, 0.0, 0.0, 1.0])] {
        let mut words = descriptor.words();
        words[4] |= order << 29;
        let image = Image::new(descriptor.gfx, &words).expect("supported");
        let mut sampler = sampler(6, false);
        sampler[3] = 1 << 30;
        let mut out: Texels = [NONE; 4];
        let x = floats(&[1.5]);
        image.sample(&mut Bytes::new(vec![0; 4]), 1, &sampler, &look(&x, &x, &NONE), &mut out).expect("supported");
        assert_eq!(out.map(|row| f32::from_bits(row[0])), expected, "BC_SWIZZLE {order}");
    }
}

#[test]
fn levels() {
    // 4 × 1 texels of 0, then 2 × 1 of 102, then one of 255; a wave with one quad.
    let mut descriptor = Descriptor::of(Generation::Gfx8, TWO, 1, 0, [4, 1, 1]);
    descriptor.levels = 3;
    let image = Image::new(descriptor.gfx, &descriptor.words()).expect("supported");
    assert_eq!(image.layout.bytes(), 7);
    let bytes = vec![0, 0, 0, 0, 102, 102, 255];
    let run = |mip: u32, detail: Detail<'_>, x: &[f32]| -> Vec<f32> {
        let mut sampler = sampler(2, true);
        sampler[2] |= mip << 26;
        let mut out: Texels = [NONE; 4];
        let x = floats(x);
        let lookup = Lookup { detail, ..look(&x, &NONE, &NONE) };
        image.sample(&mut Bytes::new(bytes.clone()), 15, &sampler, &lookup, &mut out).expect("supported");
        (0..4).map(|lane| f32::from_bits(out[0][lane])).collect()
    };
    let level = floats(&[0.0, 0.5, 1.5, 9.0]);
    assert_eq!(run(0, Detail::Level(&level), &[0.5; 4]), [0.0, 0.0, 0.0, 0.0]);
    assert_eq!(run(1, Detail::Level(&level), &[0.5; 4]), [0.0, 0.4, 1.0, 1.0]);
    assert_eq!(run(2, Detail::Level(&level), &[0.5; 4]), [0.0, 0.2, 0.7, 1.0]);
    // From one lane to the next half of the image, two texels: level 1. A quarter of it below: nothing changes.
    let quad = [0.0, 0.5, 0.25, 0.75];
    assert_eq!(run(1, Detail::Quad, &quad), [0.4; 4]);
    let bias = floats(&[1.0; 4]);
    assert_eq!(run(1, Detail::Biased(&bias), &quad), [1.0; 4]);
    // A texel in x and four in y: level 2.
    let (dx, dy) = ([floats(&[0.25; 4]), NONE, NONE], [floats(&[1.0; 4]), NONE, NONE]);
    assert_eq!(run(1, Detail::Derivatives(&dx, &dy), &quad), [1.0; 4]);
    let first = ([floats(&[0.5, 1.0, 1.0, 1.0]), NONE, NONE], [NONE; 3]);
    assert_eq!(run(1, Detail::QuadDerivatives(&first.0, &first.1), &quad), [0.4; 4]);
}

#[test]
fn comparisons() {
    // Depths 0.2 and 0.6 of 16 bits; a reference of 0.4 is less than one of them.
    let image =
        Image::new(Generation::Gfx6, &Descriptor::of(Generation::Gfx6, TWO, 2, 0, [2, 1, 1]).words()).expect("fine");
    let bytes: Vec<u8> = [13107u16, 39321].iter().flat_map(|v| v.to_le_bytes()).collect();
    let (x, reference) = (floats(&[0.25, 0.5, 0.75]), floats(&[0.4; 3]));
    for (compare, expected) in [(0, [0.0; 3]), (1, [0.0, 0.5, 1.0]), (4, [1.0, 0.5, 0.0]), (7, [1.0; 3])] {
        let mut sampler = sampler(2, true);
        sampler[0] |= compare << 12;
        let mut out: Texels = [NONE; 4];
        let lookup = Lookup { reference: Some(&reference), ..look(&x, &NONE, &NONE) };
        image.sample(&mut Bytes::new(bytes.clone()), 7, &sampler, &lookup, &mut out).expect("supported");
        assert_eq!([0, 1, 2].map(|lane| f32::from_bits(out[0][lane])), expected, "comparison {compare}");
    }
}

#[test]
fn gathers() {
    let image =
        Image::new(Generation::Gfx9, &Descriptor::of(Generation::Gfx9, TWO, 1, 4, [4, 2, 1]).words()).expect("fine");
    let bytes = vec![1, 2, 3, 4, 5, 6, 7, 8];
    let (x, y) = (floats(&[0.5]), floats(&[0.5]));
    for (row, expected) in [(0, [6, 7, 3, 2]), (4, [2, 3, 4, 4])] {
        let mut out: Texels = [NONE; 4];
        let lookup = look(&x, &y, &NONE);
        image
            .gather(&mut Bytes::new(bytes.clone()), 1, &sampler(2, true), &lookup, 1, row, &mut out)
            .expect("supported");
        assert_eq!(out.map(|row| row[0]), expected);
    }
}

#[test]
fn cubes() {
    // Faces of one texel: 0, 1, 2, 3, 4, 5. The middle of a face is the face; its corner is the mean of three faces.
    let image =
        Image::new(Generation::Gfx9, &Descriptor::of(Generation::Gfx9, CUBE, 1, 2, [1, 1, 6]).words()).expect("fine");
    let bytes = vec![0, 1, 2, 3, 4, 5];
    let (x, y) = (floats(&[1.5, 1.0, 2.0, 1.0]), floats(&[1.5, 1.5, 1.5, 1.0]));
    let z = floats(&[4.0; 4]);
    let mut out: Texels = [NONE; 4];
    image.sample(&mut Bytes::new(bytes), 15, &sampler(0, true), &look(&x, &y, &z), &mut out).expect("supported");
    let found = [0, 1, 2, 3].map(|lane| f32::from_bits(out[0][lane]));
    // +z alone; between it and -x; between it and +x; its corner with -x and +y: a quarter of itself, of each
    // neighbour, and of the mean of all three.
    assert_eq!(found, [4.0, 2.5, 2.0, (4.0 + 1.0 + 2.0 + 7.0 / 3.0) / 4.0]);
}

#[test]
fn sizes() {
    for gfx in GENERATIONS {
        for (kind, size, expected) in [
            (ONE, [5, 1, 1], [5, 1, 1, 3]),
            (TWO, [5, 6, 1], [5, 6, 1, 3]),
            (THREE, [5, 6, 7], [5, 6, 7, 3]),
            (ONE_ARRAY, [5, 1, 7], [5, 7, 1, 3]),
            (TWO_ARRAY, [5, 6, 7], [5, 6, 7, 3]),
            (CUBE, [5, 5, 6], [5, 5, 6, 3]),
        ] {
            let mut descriptor = Descriptor::of(gfx, kind, 10, 0, size);
            descriptor.levels = 3;
            let image = Image::new(gfx, &descriptor.words()).expect("supported");
            let mut out: Texels = [NONE; 4];
            image.size(7, &row(&[0, 2, 3]), &mut out);
            assert_eq!(out.map(|row| row[0]), expected, "{gfx:?} TYPE {kind}");
            let small = |size: u32| (size / 4).max(1);
            let depth = if kind == THREE { 1 } else { expected[2] };
            let height = if kind == ONE_ARRAY { 7 } else { small(expected[1]) };
            assert_eq!(out.map(|row| row[1]), [small(5), height, depth, 3], "{gfx:?} TYPE {kind}");
            assert_eq!(out.map(|row| row[2]), [0, 0, 0, 3], "a level that is not there");
        }
    }
}

#[test]
fn loads_and_stores() {
    // Four samples a texel lie side by side.
    let mut descriptor = Descriptor::of(Generation::Gfx8, SAMPLES, 3, 1, [2, 2, 1]);
    descriptor.levels = 3;
    let image = Image::new(descriptor.gfx, &descriptor.words()).expect("supported");
    assert_eq!(image.layout.bytes(), 2 * 2 * 4 * 2);
    let mut memory = Bytes::new(vec![0; 32]);
    let (x, y, fragment) = (row(&[1, 0, 0]), row(&[1, 0, 0]), row(&[2, 3, 4]));
    let at = Places { level: &NONE, x: &x, y: &y, z: &NONE, fragment: &fragment };
    let values = [floats(&[1.0; 3]), floats(&[-1.0; 3]), NONE, NONE];
    image.store(&mut memory, 7, &at, Store { raw: false, half: false, mask: 15 }, &values);
    let mut expected = vec![0; 32];
    // Texel 3, sample 2: bytes (3 * 4 + 2) * 2; texel 0, sample 3: bytes 6. There is no sample 4.
    expected[28..30].copy_from_slice(&[127, 129]);
    expected[6..8].copy_from_slice(&[127, 129]);
    assert_eq!(memory.bytes, expected);
    for (how, texel) in [
        (Load::default(), [1f32.to_bits(), (-1f32).to_bits(), 0, 1f32.to_bits()]),
        (Load { half: true, ..Load::default() }, [0x3c00, 0xbc00, 0, 0x3c00]),
        (Load { raw: true, ..Load::default() }, [127, 129, 0, 1]),
        (Load { raw: true, extend: true, half: false }, [127, (-127i32) as u32, 0, 1]),
        (Load { raw: true, extend: true, half: true }, [127, 0xff81, 0, 1]),
    ] {
        let mut out: Texels = [[9; LANES]; 4];
        image.load(&mut memory, 5, &at, how, &mut out);
        assert_eq!(out.map(|row| row[0]), texel, "{how:?}");
        assert_eq!(out.map(|row| row[1]), [9; 4], "an inactive lane");
        assert_eq!(out.map(|row| row[2]), [0; 4], "outside");
    }
    // Halves and bits are stored as well.
    image.store(
        &mut memory,
        2,
        &at,
        Store { raw: false, half: true, mask: 3 },
        &[row(&[0, 0x3800]), row(&[0, 0xb800]), NONE, NONE],
    );
    assert_eq!(memory.bytes[6..8], [64, (-64i8) as u8]);
    image.store(
        &mut memory,
        2,
        &at,
        Store { raw: true, half: false, mask: 1 },
        &[row(&[0, 0x1ab]), row(&[0, 5]), NONE, NONE],
    );
    assert_eq!(memory.bytes[6..8], [0xab, 0], "what the mask does not name is 0");
}

/// The numbers were worked out from the text of AMD's address library.
#[test]
fn linear_levels() {
    let mut descriptor = Descriptor::of(Generation::Gfx9, TWO_ARRAY, 10, 0, [100, 50, 2]);
    (descriptor.levels, descriptor.linear) = (4, true);
    // Rows of 128 texels; 50 + 25 + 13 + 7 of them in a slice, which PITCH says. It can say more.
    for (pitch, slice) in [(95, 95 * 512), (100, 100 * 512)] {
        descriptor.pitch = pitch;
        let image = Image::new(descriptor.gfx, &descriptor.words()).expect("supported");
        let offset = |level, z, y, x| image.layout.offset(level, z, y, x, 0);
        assert_eq!(offset(0, 0, 1, 2), Some(512 + 8));
        assert_eq!([1, 2, 3].map(|level| offset(level, 0, 0, 0)), [50, 75, 88].map(|rows| Some(rows * 512)));
        assert_eq!(offset(0, 1, 0, 0), Some(slice));
        assert_eq!((offset(1, 0, 0, 50), offset(1, 0, 25, 0), offset(2, 0, 12, 0)), (None, None, None));
        assert_eq!(image.layout.bytes(), 2 * slice);
    }

    let mut descriptor = Descriptor::of(Generation::Gfx7, TWO, 10, 0, [100, 50, 1]);
    (descriptor.levels, descriptor.linear, descriptor.pitch) = (4, true, 128);
    let mut words = descriptor.words();
    words[3] |= 1 << 25;
    let image = Image::new(descriptor.gfx, &words).expect("supported");
    // Levels of 128 × 64, 64 × 32, 32 × 16 and 16 × 8 texels.
    let offset = |level, y| image.layout.offset(level, 0, y, 0, 0);
    assert_eq!([offset(0, 1), offset(1, 0), offset(2, 0), offset(3, 0)], [512, 32768, 40960, 43008].map(Some));
    assert_eq!([offset(1, 1), offset(2, 1), offset(3, 1)], [33024, 41088, 43072].map(Some));
    assert_eq!(image.layout.bytes(), 43008 + 512);

    // Bytes in rows of 64: three of them, then one each. A level is at least 256 bytes, so that its only row is.
    let mut descriptor = Descriptor::of(Generation::Gfx6, TWO_ARRAY, 1, 0, [50, 3, 3]);
    (descriptor.levels, descriptor.linear, descriptor.pitch) = (3, true, 64);
    let image = Image::new(descriptor.gfx, &descriptor.words()).expect("supported");
    let offset = |level, z| image.layout.offset(level, z, 0, 0, 0);
    // Three layers of 192 bytes; then room for four, in each level, of 256.
    assert_eq!(
        [offset(0, 0), offset(0, 2), offset(1, 0), offset(1, 2), offset(2, 0)],
        [0, 384, 768, 1280, 1792].map(Some)
    );
    assert_eq!(image.layout.bytes(), 1792 + 1024);

    // A pitch of 88 texels: its half is 44, for which there are 64.
    let mut descriptor = Descriptor::of(Generation::Gfx8, TWO, 4, 0, [80, 8, 1]);
    (descriptor.levels, descriptor.linear, descriptor.pitch) = (2, true, 88);
    let image = Image::new(descriptor.gfx, &descriptor.words()).expect("supported");
    assert_eq!(image.layout.offset(1, 0, 1, 0, 0), Some(88 * 8 * 4 + 64 * 4));
}

#[test]
fn what_is_not_supported_is_named() {
    let message = |kind, data, number| {
        let words = Descriptor::of(Generation::Gfx8, kind, data, number, [1, 1, 1]).words();
        Image::new(Generation::Gfx8, &words).expect_err("not supported").to_string()
    };
    assert_eq!(message(9, 35, 0), "images of data format bc1 (35) with number format unorm (0) are not supported");
    assert_eq!(message(9, 10, 7), "images of data format 8_8_8_8 (10) with number format float (7) are not supported");
    assert_eq!(message(9, 50, 12), "images of data format 50 with number format 12 are not supported");
    assert_eq!(message(0, 10, 0), "the descriptor has TYPE 0, which is no image: images have 8 to 15");
    let words = Descriptor::of(Generation::Gfx8, TWO, 3, 4, [1, 1, 1]).words();
    let image = Image::new(Generation::Gfx8, &words).expect("supported");
    let at = Places { level: &NONE, x: &NONE, y: &NONE, z: &NONE, fragment: &NONE };
    let pair = [NONE; 2];
    let mut memory = Bytes::new(vec![0; 2]);
    let mut atomic = |operation| image.atomic(&mut memory, 1, operation, false, &at, &pair, &pair, &mut [NONE; 2]);
    assert_eq!(atomic(2), Err(Unsupported::AtomicWidth { wide: 4, texel: 2 }));
    let words = Descriptor::of(Generation::Gfx8, TWO, 4, 4, [1, 1, 1]).words();
    let image = Image::new(Generation::Gfx8, &words).expect("supported");
    let mut memory = Bytes::new(vec![0; 4]);
    let error = image.atomic(&mut memory, 1, 17, false, &at, &pair, &pair, &mut [NONE; 2]);
    assert_eq!(error, Err(Unsupported::AtomicOperation(17)));
    let reference = Lookup { reference: Some(&NONE), ..look(&NONE, &NONE, &NONE) };
    let error = image.sample(&mut memory, 1, &[0; 4], &reference, &mut [NONE; 4]).expect_err("integers");
    assert_eq!(
        error.to_string(),
        "texels of data format 32 (4) with number format uint (4) are integers, which are not compared with a reference"
    );
}

/// Memory that is not there is told about, and reads as 0.
#[test]
fn memory_that_is_not_there() {
    let (image, _) = two_by_two(Generation::Gfx9);
    let mut memory = Bytes::new(vec![255, 255]);
    let y = row(&[0, 1]);
    let at = Places { level: &NONE, x: &NONE, y: &y, z: &NONE, fragment: &NONE };
    let mut out: Texels = [NONE; 4];
    image.load(&mut memory, 3, &at, Load::default(), &mut out);
    assert_eq!((out[0][..2].to_vec(), memory.outside), (vec![1f32.to_bits(), 0], 1));
    image.store(&mut memory, 3, &at, Store { raw: false, half: false, mask: 15 }, &[NONE; 4]);
    assert_eq!((memory.bytes, memory.outside), (vec![0, 255], 2));
}

/// A descriptor of nothing has no texels, only the constants of its selection.
#[test]
fn no_image() {
    let mut descriptor = Descriptor::of(Generation::Gfx9, ONE, 0, 0, [1, 1, 1]);
    descriptor.select = [4, 5, 0, 1];
    let image = Image::new(descriptor.gfx, &descriptor.words()).expect("supported");
    let at = Places { level: &NONE, x: &NONE, y: &NONE, z: &NONE, fragment: &NONE };
    let mut memory = Bytes::new(Vec::new());
    let mut out: Texels = [NONE; 4];
    image.load(&mut memory, 1, &at, Load::default(), &mut out);
    image.store(&mut memory, 1, &at, Store { raw: false, half: false, mask: 15 }, &out);
    assert_eq!((out.map(|row| row[0]), memory.outside), ([0, 0, 0, 1f32.to_bits()], 0));
}

#[test]
fn an_image_that_does_not_fit_into_memory_is_an_error() {
    use isatope_core::Target;
    use isatope_emu::Device;
    use isatope_emu::image::{ImageInfo, ImageInfoError, Kind, TexelFormat};

    let format = TexelFormat::from_name("rgba8_unorm").expect("a format");
    for name in ["gfx600", "gfx900"] {
        let target = Target::from_name(name).expect("a target");
        let mut device = Device::new(target);
        let info = ImageInfo { kind: Kind::Three, size: [8192; 3], format };
        let error = device.image("large", &info, &[]).expect_err("2 TiB");
        assert_eq!(error, ImageInfoError::Memory(8192_u64.pow(3) * 4));
        assert_eq!(error.to_string(), "an image of 2199023255552 bytes does not fit into memory");
        assert!(device.image("small", &ImageInfo { size: [8; 3], ..info }, &[]).is_ok());
    }
}
