//! Manifests and command lines with images and samplers.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use super::{Made, ends_with, errors, folder, text};

/// A picture of four by three pixels, as a PNG file and as its pixels.
fn picture(path: &Path) -> Vec<[u8; 4]> {
    let pixels: Vec<[u8; 4]> = (0..12).map(|i| [10 * i, 255 - 20 * i, i * i, 255 - i]).collect();
    let mut encoder = png::Encoder::new(fs::File::create(path).expect("created"), 4, 3);
    encoder.set_color(png::ColorType::Rgba);
    let mut writer = encoder.write_header().expect("written");
    writer.write_image_data(pixels.as_flattened()).expect("written");
    writer.finish().expect("written");
    pixels
}

/// The pixels of a PNG file with four samples.
fn pixels_of(path: &Path) -> Vec<u8> {
    let file = std::io::BufReader::new(fs::File::open(path).expect("there"));
    let mut reader = png::Decoder::new(file).read_info().expect("a PNG file");
    let mut pixels = vec![0; reader.output_buffer_size().expect("small")];
    let info = reader.next_frame(&mut pixels).expect("a picture");
    assert_eq!(info.color_type, png::ColorType::Rgba);
    pixels
}

/// Images from PNG files, through samplers, to PNG files, by arguments and by manifest. `get_image_channel_data_type`
/// and `get_image_channel_order` of ROCm's library give the numbers of OpenCL (CL_UNORM_INT8, CL_RGBA).
#[test]
fn images_and_samplers() {
    let made = Made::new();
    let (from, to, info) = (made.path("from.png"), made.path("to.png"), made.path("info.bin"));
    let pixels = picture(&from);
    let at = |x: usize, y: usize| pixels[x + 4 * y];
    let doubled: Vec<u8> = (0..48).flat_map(|i| at(i % 8 / 2, i / 8 / 2)).collect();
    for target in ["gfx900", "gfx803"] {
        let object = folder().join(format!("image-{target}.co"));
        let arguments = [
            format!("image:{}", text(&from)),
            "sampler:nearest,clamp_to_edge,normalized".to_string(),
            format!("image-out:{}:8x6", text(&to)),
            format!("out:{}:16", text(&info)),
        ];
        let mut line = vec!["run", text(&object), "--kernel", "scale", "--grid", "8,6", "--group", "8,6"];
        arguments.iter().for_each(|argument| line.extend(["--arg", argument.as_str()]));
        ends_with(0, &line);
        assert_eq!(pixels_of(&to), doubled, "{target}");
        let found: Vec<u32> =
            fs::read(&info).expect("written").as_chunks().0.iter().map(|b| u32::from_le_bytes(*b)).collect();
        assert_eq!(found, [4, 3, 0x10d2, 0x10b5], "{target}");

        // In floats, blended: three quarters of the nearest texel of each row, and a quarter of the next one.
        let blend = |x: usize, y: usize| {
            let side = |i: usize, last: usize| {
                if i.is_multiple_of(2) { (i / 2).saturating_sub(1) } else { (i / 2 + 1).min(last) }
            };
            let (near, far) = ((x / 2, y / 2), (side(x, 3), side(y, 2)));
            let row = |y: usize, c: usize| 0.75 * f64::from(at(near.0, y)[c]) + 0.25 * f64::from(at(far.0, y)[c]);
            std::array::from_fn::<f64, 4, _>(|c| (0.75 * row(near.1, c) + 0.25 * row(far.1, c)) / 255.0)
        };
        let expected: Vec<f64> = (0..48).flat_map(|i| blend(i % 8, i / 8)).collect();
        let image =
            |width: u32, height: u32, format: &str| json!({ "width": width, "height": height, "format": format });
        let path = made.manifest(
            "blend",
            &format!("image-{target}.co"),
            json!({
                "kernel": "scale", "grid": [8, 6], "local_size": [8, 6],
                "buffers": [
                    { "name": "from", "image": image(4, 3, "rgba8_unorm"), "in": { "png": text(&from) } },
                    { "name": "to", "image": image(8, 6, "rgba32_float"), "expect": { "f32": expected },
                      "compare": { "kind": "f32", "abs": 1e-6 } },
                    { "name": "info", "bytes": 16 },
                ],
                "args": [
                    { "image": "from" }, { "sampler": { "filter": "linear", "normalized": true } }, { "image": "to" },
                    { "buffer": "info" },
                ],
            }),
        );
        let folder = made.path("out");
        ends_with(0, &["run", "--manifest", &path, "--out-dir", text(&folder)]);
        assert_eq!(pixels_of(&folder.join("from.png")), pixels.as_flattened(), "images of 8 bits are written as PNG");
        assert_eq!(fs::read(folder.join("to.bin")).expect("written").len(), 48 * 16);

        // Three dimensions, and arrays.
        made.run(0, &format!("image-{target}.co"), json!({
            "kernel": "slices", "grid": [3, 2], "local_size": [3, 2],
            "buffers": [
                { "name": "from", "image": { "width": 3, "height": 2, "depth": 2, "format": "r32_float" },
                  "in": { "ramp": { "type": "f32", "start": 1 } } },
                { "name": "to", "image": { "width": 3, "height": 2, "layers": 2, "format": "rg16_float" },
                  "expect": { "f16": [8, 0, 10, 0, 12, 0, 14, 0, 16, 0, 18, 0, -8, 0, -10, 0, -12, 0, -14, 0, -16, 0, -18, 0] } },
            ],
            "args": [{ "image": "from" }, { "image": "to" }],
        }));
    }
}

/// The metadata of `scale` say that it takes an image, a sampler, an image and a buffer. Anything else in their places
/// is refused, as local memory for a buffer is.
#[test]
fn images_samplers_and_buffers_are_told_apart() {
    let made = Made::new();
    let from = made.path("from.png");
    picture(&from);
    let image = format!("image:{}", text(&from));
    let right = [&*image, "sampler:linear", &*image, "zero:16"];
    for (number, given, expected) in [
        (1, "zero:64", "argument 1 (a buffer of 64 bytes) does not fit: the kernel expects image (8 bytes)"),
        (1, "sampler:linear", "argument 1 (a sampler) does not fit: the kernel expects image (8 bytes)"),
        (1, "5", "image (8 bytes) takes image:FILE or image-out:FILE:WIDTHxHEIGHT, not `5`"),
        (2, "zero:16", "argument 2 (a buffer of 16 bytes) does not fit: the kernel expects sampler (8 bytes)"),
        (2, &image, "argument 2 (an image) does not fit: the kernel expects sampler (8 bytes)"),
        (2, "5", "sampler (8 bytes) takes sampler:WORDS, not `5`"),
        (4, "sampler:linear", "argument 4 (a sampler) does not fit: the kernel expects a buffer"),
        (4, &image, "argument 4 (an image) does not fit: the kernel expects a buffer"),
        (4, "local:16", "argument 4 (16 bytes of LDS) does not fit: the kernel expects a buffer"),
    ] {
        let mut arguments = right;
        arguments[number - 1] = given;
        let object = folder().join("image-gfx900.co");
        let mut line = vec!["run", text(&object), "--kernel", "scale", "--grid", "4,3", "--group", "4,3"];
        arguments.iter().for_each(|argument| line.extend(["--arg", argument]));
        let found = errors(&ends_with(1, &line));
        assert!(found.starts_with("error[E1102]: ") && found.contains(expected), "{expected}:\n{found}");
    }
    // An offset does not make an image of a buffer.
    let output = made.run(
        1,
        "image-gfx900.co",
        json!({
            "kernel": "slices", "grid": [1], "local_size": [1],
            "buffers": [{ "name": "x", "bytes": 64 }],
            "args": [{ "buffer": "x", "offset": 8 }, { "buffer": "x" }],
        }),
    );
    let found = errors(&output);
    assert!(found.contains("argument 1 (a buffer of 56 bytes) does not fit"), "{found}");
}

/// OpenCL's `image1d_buffer_t` is a row that is addressed as a buffer. The metadata name the type, and rows may then be
/// longer than those of images.
#[test]
fn rows_are_buffers_where_kernels_say_so() {
    let made = Made::new();
    let row = |more: Value| {
        let mut image = json!({ "width": 4, "format": "r32_float" });
        image.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
        image
    };
    for target in ["gfx900", "gfx803"] {
        let program = format!("texels-{target}.co");
        for (kernel, more) in [("row", json!({})), ("row_buffer", json!({})), ("row_buffer", json!({ "buffer": true }))]
        {
            made.run(
                0,
                &program,
                json!({
                    "kernel": kernel, "grid": [4], "local_size": [4],
                    "buffers": [
                        { "name": "to", "image": row(more.clone()), "expect": { "f32": [2, 3, 4, 5] } },
                        { "name": "from", "image": row(more), "in": { "f32": [1, 2, 3, 4] } },
                    ],
                    "args": [{ "image": "to" }, { "image": "from" }],
                }),
            );
        }
        let ends = json!({
            "kernel": "ends", "grid": [1], "local_size": [1],
            "buffers": [
                { "name": "to", "expect": { "f32": [20000, 7, 20006, 0] } },
                { "name": "from", "image": { "width": 20000, "format": "r32_float" },
                  "in": { "ramp": { "type": "f32", "start": 7 } } },
            ],
            "args": [{ "buffer": "to" }, { "image": "from" }],
        });
        made.run(0, &program, ends.clone());
        let mut packed = ends;
        packed["buffers"][1] = json!({ "name": "from", "image": { "width": 4, "format": "rgb565_unorm" } });
        let found = errors(&made.run(1, &program, packed));
        assert!(found.contains("an image that is addressed as a buffer cannot have texels of rgb565_unorm"), "{found}");
    }
}

/// Kernels read texels of all channel orders: OpenCL's table says which components they lack, and that these are 0,
/// alpha 1.
#[test]
fn texels_of_all_orders() {
    let made = Made::new();
    let third = 1.0 / 3.0;
    for (format, bytes, expected) in [
        ("r8_unorm", "ff", [1.0, 0.0, 0.0, 1.0]),
        ("rg8_unorm", "ff55", [1.0, third, 0.0, 1.0]),
        ("ra8_unorm", "ff55", [1.0, 0.0, 0.0, third]),
        ("a8_unorm", "55", [0.0, 0.0, 0.0, third]),
        ("a16_float", "0038", [0.0, 0.0, 0.0, 0.5]),
        ("rgba8_unorm", "ff550033", [1.0, third, 0.0, 0.2]),
        ("bgra8_unorm", "ff550033", [0.0, third, 1.0, 0.2]),
        ("argb8_unorm", "ff550033", [third, 0.0, 0.2, 1.0]),
        ("intensity8_unorm", "55", [third, third, third, third]),
        ("luminance16_unorm", "5555", [third, third, third, 1.0]),
        // Blue is in the low bits.
        ("rgb101010_unorm", "ff070000", [0.0, 1.0 / 1023.0, 1.0, 1.0]),
        ("rgb565_unorm", "1f08", [1.0 / 31.0, 0.0, 1.0, 1.0]),
        ("rgb555_unorm", "1f04", [1.0 / 31.0, 0.0, 1.0, 1.0]),
    ] {
        for target in ["gfx900", "gfx803"] {
            for (kernel, height) in [("load", Some(1)), ("load_buffer", None)] {
                if height.is_none() && matches!(format, "rgb565_unorm" | "rgb555_unorm") {
                    continue;
                }
                let mut image = json!({ "width": 1, "format": format });
                if let Some(height) = height {
                    image["height"] = json!(height);
                }
                made.run(
                    0,
                    &format!("texels-{target}.co"),
                    json!({
                        "kernel": kernel, "grid": [1], "local_size": [1],
                        "buffers": [
                            { "name": "to", "expect": { "f32": expected }, "compare": { "kind": "f32", "abs": 1e-7 } },
                            { "name": "from", "image": image, "in": { "bytes": bytes } },
                        ],
                        "args": [{ "buffer": "to" }, { "image": "from" }],
                    }),
                );
            }
            // A store is the other way round: a texel keeps those of its components that are there.
            made.run(0, &format!("texels-{target}.co"), json!({
                "kernel": "store", "grid": [1], "local_size": [1],
                "buffers": [
                    { "name": "to", "image": { "width": 1, "height": 1, "format": format }, "expect": { "bytes": bytes } },
                    { "name": "from", "in": { "f32": expected } },
                ],
                "args": [{ "image": "to" }, { "buffer": "from" }],
            }));
        }
    }
}

/// The metadata name the types of images: others are refused.
#[test]
fn images_of_other_kinds_are_refused() {
    let made = Made::new();
    let format = "r32_float";
    let row = json!({ "width": 4, "format": format });
    let buffer = json!({ "width": 4, "buffer": true, "format": format });
    let flat = json!({ "width": 4, "height": 4, "format": format });
    let deep = json!({ "width": 4, "height": 2, "depth": 2, "format": format });
    let array = json!({ "width": 4, "height": 2, "layers": 2, "format": format });
    let rows = json!({ "width": 4, "layers": 2, "format": format });
    for (kernel, image, given, expected) in [
        ("load", &row, "image1d_t", "image2d_t"),
        ("load", &deep, "image3d_t", "image2d_t"),
        ("load", &array, "image2d_array_t", "image2d_t"),
        ("load", &rows, "image1d_array_t", "image2d_t"),
        ("deep", &flat, "image2d_t", "image3d_t"),
        ("array", &deep, "image3d_t", "image2d_array_t"),
        ("load_buffer", &flat, "image2d_t", "image1d_buffer_t"),
        ("load", &buffer, "image1d_buffer_t", "image2d_t"),
    ] {
        let manifest = json!({
            "kernel": kernel, "grid": [1], "local_size": [1],
            "buffers": [{ "name": "to", "bytes": 16 }, { "name": "from", "image": image }],
            "args": [{ "buffer": "to" }, { "image": "from" }],
        });
        let found = errors(&made.run(1, "texels-gfx900.co", manifest));
        let message = format!("argument 2: the image is an {given}, but the kernel expects an {expected}");
        assert!(found.contains("error[E1102]") && found.contains(&message), "{message}:\n{found}");
    }
    for (kernel, image) in [("load", &flat), ("deep", &deep), ("array", &array), ("load_buffer", &row)] {
        made.run(
            0,
            "texels-gfx900.co",
            json!({
                "kernel": kernel, "grid": [1], "local_size": [1],
                "buffers": [{ "name": "to", "bytes": 16 }, { "name": "from", "image": image }],
                "args": [{ "buffer": "to" }, { "image": "from" }],
            }),
        );
    }
    // A row is addressed in one way in all launches.
    let found = errors(&made.run(
        1,
        "texels-gfx900.co",
        json!({
            "grid": [1], "local_size": [1], "args": [{ "image": "x" }, { "image": "x" }],
            "buffers": [{ "name": "x", "image": row }],
            "launches": [{ "kernel": "row" }, { "kernel": "row_buffer" }],
        }),
    ));
    assert!(found.contains("the image is an image1d_buffer_t, but the kernel expects an image1d_t"), "{found}");
}

/// Uninitialized values are found behind images: as coordinates, in stores and in texels.
#[test]
fn uninitialized_texels_are_found() {
    let made = Made::new();
    let image = |format: &str| json!({ "name": "image", "image": { "width": 5, "height": 3, "format": format } });
    let nothing = |mut buffer: Value| {
        buffer["uninitialized"] = true.into();
        buffer
    };
    let numbers = |name: &str| json!({ "name": name, "bytes": 128 });
    let (image_given, sampler) = (json!({ "image": "image" }), json!({ "sampler": { "filter": "linear" } }));
    let given = |name: &str| json!({ "buffer": name });
    for target in ["gfx900", "gfx803"] {
        let run = |code: i32, format: &str, buffers: Value, launches: Value| {
            let manifest = json!({ "grid": [2], "local_size": [2], "buffers": buffers, "launches": launches });
            let path = made.manifest("run", &format!("texels-{target}.co"), manifest);
            let found = errors(&ends_with(code, &["run", "--check-init", "--manifest", &path]));
            assert_eq!(found.contains("error[E1108]"), code == 3, "{target} {format}: {found}");
            found
        };
        for format in ["rgba32_float", "rgba8_unorm", "rgba8_srgb", "rgba16_float"] {
            let plain = image(format);
            let load = json!([{ "kernel": "load", "args": [given("a"), image_given] }]);
            let sample = json!([{ "kernel": "sample", "args": [given("a"), image_given, sampler] }]);
            let store = json!({ "kernel": "store", "args": [image_given, given("a")] });
            let load_at = json!([{ "kernel": "load_at", "args": [given("a"), image_given, given("x")] }]);
            let store_at = json!([{ "kernel": "store_at", "args": [image_given, given("x")] }]);
            run(3, format, json!([numbers("a"), nothing(plain.clone())]), load.clone());
            run(3, format, json!([numbers("a"), nothing(plain.clone())]), sample.clone());
            run(3, format, json!([nothing(numbers("a")), plain]), json!([store]));
            let found = run(3, format, json!([numbers("a"), nothing(numbers("x")), plain]), load_at.clone());
            assert!(found.contains("address"), "{found}");
            run(3, format, json!([nothing(numbers("x")), plain]), store_at.clone());
            // Rows have gaps in memory that nobody writes, and texels that are not read may be anything.
            run(0, format, json!([numbers("a"), plain]), load);
            run(0, format, json!([numbers("a"), plain]), sample);
            run(0, format, json!([numbers("a"), numbers("x"), plain]), load_at);
            run(0, format, json!([numbers("x"), plain]), store_at);
            let both = json!([store, { "kernel": "load", "args": [given("b"), image_given] }]);
            run(0, format, json!([numbers("a"), numbers("b"), nothing(plain.clone())]), both);
        }
    }
}

/// A PNG file of samples, and the samples of one.
fn write_png(path: &Path, size: [u32; 2], kind: png::ColorType, depth: png::BitDepth, samples: &[u8]) {
    let mut encoder = png::Encoder::new(fs::File::create(path).expect("created"), size[0], size[1]);
    encoder.set_color(kind);
    encoder.set_depth(depth);
    let mut writer = encoder.write_header().expect("written");
    writer.write_image_data(samples).expect("written");
    writer.finish().expect("written");
}

fn read_png(path: &Path) -> (png::ColorType, png::BitDepth, Vec<u8>) {
    let file = std::io::BufReader::new(fs::File::open(path).expect("there"));
    let mut reader = png::Decoder::new(file).read_info().expect("a PNG file");
    let mut samples = vec![0; reader.output_buffer_size().expect("small")];
    let info = reader.next_frame(&mut samples).expect("a picture");
    (info.color_type, info.bit_depth, samples)
}

/// PNG files have samples of 8 or of 16 bits, all of which become texels, and the other way round.
#[test]
fn samples_of_pictures_keep_their_bits() {
    use png::{BitDepth, ColorType};
    let made = Made::new();
    let (from, to) = (made.path("from.png"), made.path("to.png"));
    let object = folder().join("texels-gfx900.co");
    let size = [3, 2];
    for (format, kind, depth) in [
        ("r16_unorm", ColorType::Grayscale, BitDepth::Sixteen),
        ("rg16_unorm", ColorType::Rgb, BitDepth::Sixteen),
        ("rgba16_unorm", ColorType::Rgba, BitDepth::Sixteen),
        ("r8_unorm", ColorType::Grayscale, BitDepth::Eight),
        ("rg8_unorm", ColorType::Rgb, BitDepth::Eight),
        ("argb8_unorm", ColorType::Rgba, BitDepth::Eight),
    ] {
        let bytes = 6 * kind.samples() * if depth == BitDepth::Sixteen { 2 } else { 1 };
        let mut samples: Vec<u8> = (0..bytes).map(|i| (37 * i + 11) as u8).collect();
        if kind == ColorType::Rgb {
            // An image of red and green has no blue.
            samples.chunks_exact_mut(bytes / 6).for_each(|pixel| pixel[bytes / 9..].fill(0));
        }
        write_png(&from, size, kind, depth, &samples);
        let arguments = [format!("image-out:{}:3x2:{format}", text(&to)), format!("image:{}:{format}", text(&from))];
        let mut line = vec!["run", text(&object), "--kernel", "flat", "--grid", "3,2", "--group", "3,2"];
        arguments.iter().for_each(|argument| line.extend(["--arg", argument.as_str()]));
        ends_with(0, &line);
        assert_eq!(read_png(&to), (kind, depth, samples), "{format}");
    }
    // In floats, and as what is expected: 65535 is 1.
    let samples: [u16; 6] = [0, 1, 0x1234, 0x8000, 0xfffe, 0xffff];
    write_png(&from, size, ColorType::Grayscale, BitDepth::Sixteen, &samples.map(u16::to_be_bytes).concat());
    let image = json!({ "width": 3, "height": 2, "format": "r32_float" });
    let expected = samples.map(|sample| f32::from(sample) / 65535.0);
    let manifest = |expect: Value, from: Value| {
        json!({
            "kernel": "flat", "grid": [3, 2], "local_size": [3, 2], "args": [{ "image": "to" }, { "image": "from" }],
            "buffers": [{ "name": "to", "image": image, "expect": expect }, { "name": "from", "image": image, "in": from }],
        })
    };
    let png = json!({ "png": text(&from) });
    made.run(0, "texels-gfx900.co", manifest(json!({ "f32": expected }), png.clone()));
    made.run(0, "texels-gfx900.co", manifest(png.clone(), json!({ "f32": expected })));
    let mut other = expected;
    other[2] = f32::from(0x1235u16) / 65535.0;
    made.run(4, "texels-gfx900.co", manifest(png, json!({ "f32": other })));
}

#[test]
fn mistakes_with_images() {
    let made = Made::new();
    picture(&made.path("from.png"));
    let run = |buffer: Value, argument: Value| {
        let mut manifest = json!({ "kernel": "slices", "grid": [1], "local_size": [1], "args": [argument] });
        manifest["buffers"] = json!([buffer]);
        errors(&made.run(1, "image-gfx900.co", manifest))
    };
    let plain = json!({ "name": "x", "bytes": 16 });
    let image = |image: Value| json!({ "name": "x", "image": image });
    for (buffer, argument, expected) in [
        (plain.clone(), json!({ "image": "x" }), "args[0].image: the buffer `x` is no image: it has no `image`"),
        (plain, json!({ "sampler": { "filter": "liner" } }), "args[0].sampler.filter: unknown variant `liner`"),
        (image(json!({ "width": 1, "format": "rgba9_unorm" })), json!({ "image": "x" }), "did you mean `rgba8_unorm`?"),
        (
            image(json!({ "width": 1, "depth": 2, "format": "r8_uint" })),
            json!({ "image": "x" }),
            "an image with `depth` has a `height`",
        ),
        (
            json!({ "name": "x", "image": { "width": 4, "height": 4, "format": "r8_uint" } }),
            json!({ "buffer": "x" }),
            "the rows of the image `x` have 4 bytes and begin at multiples of 256",
        ),
        (
            image(json!({ "width": 0, "format": "r8_uint" })),
            json!({ "image": "x" }),
            "each size of an image is at least 1",
        ),
        (
            image(json!({ "width": 100000, "format": "r8_uint" })),
            json!({ "image": "x" }),
            "sizes go from 1 to 16384 in x and y",
        ),
        (
            json!({ "name": "x", "bytes": 8, "in": { "png": "from.png" } }),
            json!({ "buffer": "x" }),
            "a PNG file needs a buffer with `image`",
        ),
        (
            json!({ "name": "x", "image": { "width": 4, "height": 4, "format": "r8_unorm" }, "in": { "png": "from.png" } }),
            json!({ "image": "x" }),
            "the picture has 4 x 3 pixels, but the image has 4 x 4 x 1",
        ),
        (
            json!({ "name": "x", "image": { "width": 4, "height": 3, "format": "r8_unorm" }, "in": { "png": "run.json" } }),
            json!({ "image": "x" }),
            "this is no PNG file that can be read",
        ),
    ] {
        let found = run(buffer, argument);
        assert!(found.contains(expected), "{expected}:\n{found}");
    }
}
