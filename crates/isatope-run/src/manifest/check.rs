//! Finds contradictions between the values of a manifest.

use std::collections::HashMap;

use isatope_core::Target;
use isatope_diag::nearest;

use super::launch::Step;
use super::place::Path;
use super::problem::Problem;
use super::structure::references;
use super::{Argument, Buffer, Compare, Manifest, Member, Source, Values};
use isatope_emu::{GWS_RESOURCES, has_shaders};

/// The most work-items of a workgroup where a manifest names no target.
const LARGEST_WORKGROUP: u32 = 1024;

/// A run takes no more memory for its buffers than this.
const MEMORY: u64 = 1 << 34;

/// Bytes of an address.
const POINTER: u64 = 8;

/// Everything that does not go together.
pub(super) fn check(manifest: &Manifest) -> Vec<Problem> {
    let mut check = Check { manifest, root: Path::default(), problems: Vec::new() };
    check.target();
    check.counters();
    check.device();
    manifest.steps().iter().for_each(|step| check.launch(step));
    for (index, buffer) in manifest.buffers.iter().enumerate() {
        check.buffer(buffer, &check.root.key("buffers").index(index));
    }
    check.apart();
    check.problems
}

/// The keys that do not go together with the target of the program, in a manifest that names no target.
pub(super) fn check_target(manifest: &Manifest, target: Target) -> Vec<Problem> {
    let mut check = Check { manifest, root: Path::default(), problems: Vec::new() };
    check.other_keys(target.name(), target);
    check.problems
}

/// A number up to 255 that is written in the one usual way.
fn plain_number(key: &str) -> Option<u8> {
    key.parse().ok().filter(|_| key == "0" || !key.starts_with(['0', '+']))
}

struct Check<'a> {
    manifest: &'a Manifest,
    root: Path,
    problems: Vec<Problem>,
}

impl Check<'_> {
    fn report(&mut self, path: Path, message: impl Into<String>) {
        self.problems.push(Problem::new(path, message));
    }

    /// The target, and the keys that belong to the other architecture.
    fn target(&mut self) {
        let manifest = self.manifest;
        let Some(name) = &manifest.target else { return };
        let Some(target) = Target::from_name(name) else {
            let near = nearest(name, Target::all().flat_map(|t| t.version_info().names.iter().copied()));
            let help =
                near.map_or("`isatope targets` lists them".to_string(), |near| format!("did you mean `{near}`?"));
            self.problems
                .push(Problem::new(self.root.key("target"), format!("there is no target `{name}`")).help(help));
            return;
        };
        self.other_keys(name, target);
    }

    /// The keys that a target does not support.
    fn other_keys(&mut self, name: &str, target: Target) {
        let manifest = self.manifest;
        // Which keys are for resource tables and uniforms, and which for kernel arguments.
        let others: &[(&str, bool)] = match has_shaders(target) {
            true => &[
                ("args", !manifest.args.is_empty()),
                ("offset", manifest.offset.is_some()),
                ("stack", manifest.stack.is_some()),
                ("unaligned_scratch", manifest.unaligned_scratch.is_some()),
                ("gws", !manifest.gws.is_empty()),
            ],
            false => &[
                ("uniforms", !manifest.uniforms.is_empty()),
                ("thread_local_bytes", manifest.thread_local_bytes.is_some()),
                ("preload_mask", manifest.preload_mask.is_some()),
            ],
        };
        let unsupported =
            |path| Problem::new(path, format!("{name} does not support this: the key is for another architecture"));
        for (key, _) in others.iter().filter(|(_, given)| *given) {
            self.problems.push(unsupported(self.root.key(key)));
        }
        for (launch, number) in manifest.launches.iter().zip(0..) {
            let others: &[(&str, bool)] = match has_shaders(target) {
                true => &[
                    ("args", launch.args.is_some()),
                    ("offset", launch.offset.is_some()),
                    ("stack", launch.stack.is_some()),
                    ("unaligned_scratch", launch.unaligned_scratch.is_some()),
                ],
                false => &[("uniforms", launch.uniforms.is_some())],
            };
            for (key, _) in others.iter().filter(|(_, given)| *given) {
                self.problems.push(unsupported(self.root.key("launches").index(number).key(key)));
            }
        }
        if has_shaders(target) {
            for (index, _) in manifest.buffers.iter().enumerate().filter(|(_, b)| b.image.is_some()) {
                self.problems.push(unsupported(self.root.key("buffers").index(index).key("image")));
            }
        } else {
            for (index, _) in manifest.buffers.iter().enumerate().filter(|(_, b)| b.table.is_some()) {
                let path = self.root.key("buffers").index(index).key("table");
                self.report(
                    path,
                    format!("{name} has no resource tables: an argument of the kernel points to the buffer"),
                );
            }
        }
    }

    /// Counters of global wave synchronization.
    fn counters(&mut self) {
        for key in self.manifest.gws.keys().filter(|key| plain_number(key).is_none_or(|key| key >= GWS_RESOURCES)) {
            let most = GWS_RESOURCES - 1;
            let message = format!("the key of a counter is the number of its resource, from \"0\" to \"{most}\"");
            self.report(self.root.key("gws").key(key), message);
        }
    }

    /// The device.
    fn device(&mut self) {
        if self.manifest.compute_units.is_some_and(|units| units.0 == 0) {
            self.report(self.root.key("compute_units"), "a device has at least one compute unit");
        }
    }

    /// Sizes, arguments and uniforms of a launch. Keys at the top are checked once.
    fn launch(&mut self, step: &Step) {
        let mut found = Vec::new();
        match step.size() {
            (None, None) => {
                found.push((
                    step.path(),
                    "`grid` (work-items) or `workgroups` is missing: the size of the run".to_string(),
                ));
            }
            (Some(_), Some(_)) => found.push((
                step.at("workgroups"),
                "`grid` and `workgroups` exclude each other: one counts work-items, one workgroups".to_string(),
            )),
            _ => {}
        }
        let target = self.manifest.target.as_deref().and_then(Target::from_name);
        let most = target.map_or(LARGEST_WORKGROUP, |target| target.version_info().limits.workgroup);
        match step.local_size() {
            None => found.push((step.path(), "`local_size` is missing: the work-items of a workgroup".to_string())),
            Some(size) => {
                let items = size.0.iter().fold(1u64, |items, &n| items.saturating_mul(n.into()));
                if most != 0 && items > most.into() {
                    let message = format!("a workgroup has at most {most} work-items: x * y * z is more");
                    found.push((step.at("local_size"), message));
                }
            }
        }
        if step.repeat() == 0 {
            found.push((step.path().key("repeat"), "a launch runs at least once".to_string()));
        }
        for key in step.uniforms().keys() {
            if plain_number(key).is_none() {
                let message = "the key of a uniform is the number of its word, from \"0\" to \"255\"";
                found.push((step.at("uniforms").key(key), message.to_string()));
            }
        }
        let before = self.problems.len();
        found.into_iter().for_each(|(path, message)| self.report(path, message));
        for (index, argument) in step.args().iter().enumerate() {
            let path = step.at("args").index(index);
            match argument {
                Argument::Buffer(name, offset) => self.reference(name, *offset, &path),
                Argument::Struct(members) => self.members(members, &path),
                Argument::Image(name) => self.image_argument(name, &path),
                Argument::Sampler(sampler) => {
                    if let Err(message) = sampler.check() {
                        self.report(path.key("sampler"), message);
                    }
                }
                _ => {}
            }
        }
        // Launches that share a mistake at the top report it once.
        let new = self.problems.split_off(before);
        for problem in new {
            let is_known = self.problems.iter().any(|p| p.path == problem.path && p.message == problem.message);
            if !is_known {
                self.problems.push(problem);
            }
        }
    }

    /// An image argument.
    fn image_argument(&mut self, name: &str, path: &Path) {
        let buffers = &self.manifest.buffers;
        if buffers.iter().any(|b| b.name == name && b.image.is_some()) {
            return;
        }
        let message = match buffers.iter().any(|b| b.name == name) {
            true => format!("the buffer `{name}` is no image: it has no `image`"),
            false => format!("there is no buffer `{name}`"),
        };
        let images = buffers.iter().filter(|b| b.image.is_some()).map(|b| b.name.as_str());
        let help = nearest(name, images).filter(|near| *near != name).map(|near| format!("did you mean `{near}`?"));
        self.problems.push(Problem { help, ..Problem::new(path.key("image"), message) });
    }

    /// The addresses of buffers in a structure.
    fn members(&mut self, members: &[Member], path: &Path) {
        for (steps, name, offset) in references(members) {
            let path = steps.into_iter().fold(path.clone(), |path, step| path.key("struct").index(step));
            self.reference(name, offset, &path);
        }
    }

    /// Values that a buffer holds or has to hold.
    fn source(&mut self, source: &Source, bytes: Option<u64>, path: &Path) {
        let Source::Values(values) = source else { return };
        if let Values::Struct(members) = values {
            self.members(members, path);
        }
        let size = values.size().or(bytes.map(u128::from));
        match (size, values.element()) {
            // A buffer that is too large is reported itself.
            (Some(size), _) if size > MEMORY.into() && bytes.is_none_or(|bytes| bytes <= MEMORY) => {
                self.report(path.clone(), format!("the values have {size} bytes, and a run takes at most {MEMORY}"));
            }
            (Some(size), Some(kind)) if !size.is_multiple_of(kind.size() as u128) => {
                self.report(path.clone(), format!("{size} bytes are not a whole number of {} elements", kind.name()));
            }
            _ => {}
        }
    }

    fn buffer(&mut self, buffer: &Buffer, path: &Path) {
        let name = &buffer.name;
        // The name becomes one of a file, in the folder of `--out-dir`.
        if name.is_empty() || name.starts_with('.') || name.contains(|c: char| c.is_control() || "/\\:".contains(c)) {
            self.report(
                path.key("name"),
                "a name becomes that of a file: it needs letters, and no `/`, `\\`, `:` or `.` in front",
            );
        }
        if self.manifest.buffers.iter().filter(|b| b.name == *name).count() > 1 {
            self.report(path.key("name"), format!("two buffers are called `{name}`"));
        }
        if !buffer.has_size() {
            let message = format!("the size of `{name}` is missing: `bytes`, or contents with `in` or `expect`");
            self.report(path.clone(), message);
        }
        for (key, source) in [("in", &buffer.input), ("expect", &buffer.expect)] {
            if let Some(source) = source {
                self.source(source, buffer.bytes.map(|b| b.0), &path.key(key));
            }
        }
        self.image(buffer, path);
        if buffer.uninitialized == Some(true) && (buffer.input.is_some() || !buffer.pointers.is_empty()) {
            self.report(path.key("uninitialized"), "an uninitialized buffer has neither `in` nor `pointers`");
        }
        if buffer.table.is_some() != buffer.index.is_some() {
            self.report(path.clone(), "`table` and `index` go together");
        }
        if buffer.table.is_some_and(|table| table.0 > 0xff) {
            self.report(path.key("table"), "a handle has 8 bits for the table: it is at most 255");
        }
        if buffer.index.is_some_and(|index| index.0 > 0xff_ffff) {
            self.report(path.key("index"), "a handle has 24 bits for the index: it is at most 16777215");
        }
        if buffer.compare.is_some() && buffer.expect.is_none() {
            self.report(path.key("compare"), "there is nothing to compare with: `expect` is missing");
        }
        let Some(bytes) = buffer.bytes.map(|b| b.0) else { return };
        if let Some(element) = buffer.compare.and_then(Compare::element)
            && !bytes.is_multiple_of(element.size() as u64)
        {
            self.report(
                path.key("bytes"),
                format!("{bytes} bytes are not a whole number of {} elements", element.name()),
            );
        }
        for (index, pointer) in buffer.pointers.iter().enumerate() {
            let path = path.key("pointers").index(index);
            if pointer.at.0.checked_add(POINTER).is_none_or(|end| end > bytes) {
                self.report(
                    path.key("at"),
                    format!("an address of {POINTER} bytes at {} does not fit into {bytes} bytes", pointer.at.0),
                );
            }
            self.reference(&pointer.buffer, pointer.offset.0, &path);
        }
        if let Some(show) = buffer.show {
            let (width, height) = (show.width.0, show.height.0);
            let needed = u128::from(width) * u128::from(height) * u128::from(show.format.bytes());
            if needed == 0 || needed > bytes.into() {
                let message =
                    format!("a picture of {width} x {height} takes {needed} bytes, but the buffer has {bytes}");
                self.report(path.key("show"), message);
            }
        }
    }

    /// The image of a buffer, and what does not go with it.
    fn image(&mut self, buffer: &Buffer, path: &Path) {
        let Some(image) = buffer.image else {
            for (key, source) in [("in", &buffer.input), ("expect", &buffer.expect)] {
                if let Some(Source::Values(Values::Png(_))) = source {
                    self.report(
                        path.key(key).key("png"),
                        "a PNG file needs a buffer with `image`, which says its format",
                    );
                }
            }
            return;
        };
        let path = path.key("image");
        let info = match image.info() {
            Ok(info) => info,
            Err(message) => return self.report(path, message),
        };
        let bytes = info.texel_bytes();
        if bytes > MEMORY.into() {
            self.report(path, format!("the image has {bytes} bytes, and a run takes at most {MEMORY}"));
        } else if buffer.bytes.is_some_and(|given| u128::from(given.0) != bytes) {
            self.report(path, format!("the texels of the image have {bytes} bytes, and `bytes` is another number"));
        } else if buffer.address.is_some() || !buffer.pointers.is_empty() || buffer.table.is_some() {
            self.report(path, "an image has no `address`, no `pointers` and no `table`");
        }
    }

    /// An address in a buffer.
    fn reference(&mut self, name: &str, offset: u64, path: &Path) {
        let buffers = &self.manifest.buffers;
        let Some(buffer) = buffers.iter().find(|b| b.name == name) else {
            let help = match nearest(name, buffers.iter().map(|b| b.name.as_str())) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("there is {}", buffers.iter().map(|b| b.name.as_str()).collect::<Vec<_>>().join(", ")),
            };
            self.problems.push(Problem::new(path.key("buffer"), format!("there is no buffer `{name}`")).help(help));
            return;
        };
        if let Some(bytes) = buffer.bytes
            && offset > bytes.0
        {
            self.report(path.key("offset"), format!("`{name}` ends at {}", bytes.0));
        }
        if let Some(info) = buffer.image.and_then(|image| image.info().ok())
            && let Some(pitch) = info.gap_after_rows()
        {
            let row = info.row_bytes();
            let message = format!(
                "the rows of the image `{name}` have {row} bytes and begin at multiples of {pitch}: a pointer would show \
                 the gaps between them"
            );
            let help = "make rows a multiple of 256 bytes long, or use `{ \"image\": … }`".to_string();
            self.problems.push(Problem::new(path.key("buffer"), message).help(help));
        }
    }

    /// Buffers that lie one upon another, are at the same place of a table, or are too many.
    fn apart(&mut self) {
        let buffers = &self.manifest.buffers;
        let path = |index: usize| Path::default().key("buffers").index(index);
        let mut problems = Vec::new();
        let all: u128 = buffers.iter().filter_map(|b| b.bytes).map(|b| u128::from(b.0)).sum();
        if all > MEMORY.into() {
            let message = format!("the buffers have {all} bytes, and a run takes at most {MEMORY}");
            problems.push(Problem::new(Path::default().key("buffers"), message));
        }
        let mut slots: HashMap<(u32, u32), &str> = HashMap::new();
        let mut placed = Vec::new();
        for (index, buffer) in buffers.iter().enumerate() {
            if let (Some(table), Some(number)) = (buffer.table, buffer.index)
                && let Some(other) = slots.insert((table.0, number.0), &buffer.name)
            {
                let message = format!("`{other}` is entry {} of table {} already", number.0, table.0);
                problems.push(Problem::new(path(index).key("index"), message));
            }
            let (Some(address), Some(bytes)) = (buffer.address, buffer.bytes) else { continue };
            match address.0.checked_add(bytes.0) {
                Some(end) => placed.push((address.0, end, index)),
                None => {
                    problems.push(Problem::new(path(index).key("address"), "the buffer reaches past the last address"))
                }
            }
        }
        placed.sort_unstable();
        for pair in placed.windows(2).filter(|pair| pair[1].0 < pair[0].1) {
            let other = &buffers[pair[0].2].name;
            let message = format!("the buffer begins inside `{other}`, which ends at {:#x}", pair[0].1);
            problems.push(Problem::new(path(pair[1].2).key("address"), message));
        }
        self.problems.append(&mut problems);
    }
}
