//! A task: a run with all its data, from a manifest or a command line.

use std::collections::BTreeMap;

use isatope_emu::image::{ImageInfo, Kind, SamplerInfo};
use isatope_emu::shader::{Resources, Shader};
use isatope_emu::{
    ArgError, Buffer, Device, Extras, Fault, Kernel, Launch, LaunchError, Options, Program, Totals, parameters,
    signature,
};

use crate::argument_value::{ArgumentValue, image_type};
pub use crate::memory::{Placed, TaskBuffer, TaskPointer};

/// How large a run is, in x, y and z.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// Work-items in all; the last workgroup may be partial.
    WorkItems([u32; 3]),
    /// Whole workgroups.
    Workgroups([u32; 3]),
}

/// A run with all its data, without the program.
#[derive(Clone, Debug, Default)]
pub struct Task {
    /// Memory that it works on.
    pub buffers: Vec<TaskBuffer>,
    /// What runs, one after the other.
    pub launches: Vec<TaskLaunch>,
    /// Bytes of memory that each thread of a shader has for itself.
    pub thread_local_bytes: u32,
    /// Bytes of memory that a workgroup shares; of a kernel, beside those that it declares.
    pub workgroup_local_bytes: u32,
    /// Counters of global wave synchronization before the first launch, by the numbers of their resources.
    pub gws: BTreeMap<u8, u64>,
    /// The most instructions of a wavefront; `None` for the usual limit.
    pub max_instructions: Option<u64>,
    /// Compute units of the device; `None` for the usual number.
    pub compute_units: Option<u32>,
}

/// A launch of a task.
#[derive(Clone, Debug)]
pub struct TaskLaunch {
    /// Name of the kernel, or an unambiguous part of it; a program with one kernel needs none.
    pub kernel: Option<String>,
    /// How large it is.
    pub size: Size,
    /// Number of dimensions that the program is told, 1 to 3. Sizes above 1 may need more.
    pub dimensions: u16,
    /// Work-items of a workgroup.
    pub group: [u32; 3],
    /// The global offset of a kernel.
    pub offset: [u64; 3],
    /// Bytes for the stack of a work-item of a kernel, beside those that the kernel asks for.
    pub stack: u32,
    /// An access past the end of a dword of a kernel's private memory goes on in the next dword of its lane.
    pub unaligned_scratch: bool,
    /// What is given for the visible arguments of a kernel, in their order.
    pub args: Vec<ArgumentValue>,
    /// Words of the uniform file of a shader, by number.
    pub uniforms: BTreeMap<u8, u32>,
    /// How many times it runs.
    pub repeat: u32,
}

/// What of a task is wrong. Launches, buffers and arguments are counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    /// The name of the kernel of a launch.
    Kernel(usize),
    /// The size of the grid of a launch.
    Size(usize),
    /// The size of a workgroup of a launch.
    Group(usize),
    /// The stack of a launch.
    Stack(usize),
    /// A buffer.
    Buffer(usize),
    /// An argument of a launch: the number of the launch, then that of the argument.
    Argument(usize, usize),
    /// All arguments of a launch together.
    Arguments(usize),
    /// The memory that each thread has, [`Task::thread_local_bytes`].
    ThreadLocal,
    /// The memory that a workgroup shares, [`Task::workgroup_local_bytes`].
    WorkgroupLocal,
}

/// Why a task cannot be run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct TaskError {
    /// What of it is wrong.
    pub about: About,
    /// What is wrong, without a full stop.
    pub message: String,
    /// What would be right.
    pub help: Option<String>,
}

/// A task on a device, ready to run.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// The launches in their order, each with how many times it runs.
    pub launches: Vec<(Launch, u32)>,
    /// The memory of the task.
    pub placed: Placed,
    /// What is unusual about the kernels, though they can run.
    pub notes: Vec<String>,
}

impl Prepared {
    /// Runs all launches.
    ///
    /// # Errors
    /// The fault that ended the run, and the number of its launch.
    pub fn run(&self, device: &mut Device, options: &Options) -> Result<Totals, (usize, Box<Fault>)> {
        self.run_each(device, |device, launch| device.run(launch, options))
    }

    /// Runs all launches by a function.
    ///
    /// # Errors
    /// The fault that ended the run, and the number of its launch.
    pub fn run_each(
        &self,
        device: &mut Device,
        mut run: impl FnMut(&mut Device, &Launch) -> Result<Totals, Box<Fault>>,
    ) -> Result<Totals, (usize, Box<Fault>)> {
        let mut all = Totals::default();
        for (number, (launch, repeat)) in self.launches.iter().enumerate() {
            for _ in 0..*repeat {
                all.add(run(device, launch).map_err(|fault| (number, fault))?);
            }
        }
        Ok(all)
    }
}

impl Task {
    /// Puts the buffers on a device, and makes the launches of kernels of a program that is loaded there.
    ///
    /// # Errors
    /// Everything that does not fit.
    pub fn prepare(&self, device: &mut Device, program: &Program) -> Result<Prepared, Vec<TaskError>> {
        // Names of kernels are looked at before anything is placed.
        let kernels = self.launches.iter().enumerate().map(|(number, launch)| launch.kernel(number, program));
        let kernels: Vec<Kernel> = kernels.collect::<Result<_, _>>().map_err(|error| vec![error])?;
        let placed = self.place(device, &kernels)?;
        let shared = self.workgroup_local_bytes;
        let made = |number: usize, launch: &TaskLaunch, placed: &Placed| {
            launch.of_kernel(number, &kernels[number], placed, shared)
        };
        let mut prepared = self.each_launch(placed, made)?;
        device.set_gws_counters(&self.gws);
        for info in kernels.iter().map(Kernel::info).filter(|info| !info.unmatched_metadata.is_empty()) {
            let others = info.unmatched_metadata.iter().take(3).map(|name| format!("`{name}`"));
            let note = format!(
                "no metadata belong to the kernel `{}`, but there are some for {}: arguments are placed by their sizes",
                info.symbol,
                others.collect::<Vec<_>>().join(", ")
            );
            if !prepared.notes.contains(&note) {
                prepared.notes.push(note);
            }
        }
        Ok(prepared)
    }

    /// Options of a run of the task: the given ones, but for what the task itself says.
    #[must_use]
    pub fn options(&self, mut options: Options) -> Options {
        options.max_instructions = self.max_instructions.unwrap_or(options.max_instructions);
        options.compute_units = self.compute_units.unwrap_or(options.compute_units);
        options
    }

    /// Sets up the shaders of a program. Resource tables contain the buffers with a table entry, as a whole.
    ///
    /// # Errors
    /// Everything that does not fit.
    pub fn prepare_shader(&self, device: &mut Device, program: &Program) -> Result<Prepared, Vec<TaskError>> {
        let mut shaders = Vec::new();
        for (number, launch) in self.launches.iter().enumerate() {
            if !launch.args.is_empty() {
                let message = "a shader has no arguments".to_string();
                let help = "put its buffers into resource tables with a manifest".to_string();
                return Err(vec![TaskError { about: About::Arguments(number), message, help: Some(help) }]);
            }
            let shader = Shader::of(program, launch.kernel.as_deref());
            shaders.push(shader.map_err(|error| vec![wrong(About::Kernel(number), error.to_string())])?);
        }
        let placed = self.place(device, &[])?;
        self.each_launch(placed, |number, launch, placed| {
            let mut resources = Resources {
                uniforms: launch.uniforms.clone(),
                thread_local_bytes: self.thread_local_bytes,
                workgroup_local_bytes: self.workgroup_local_bytes,
                ..Resources::default()
            };
            for (given, placed) in self.buffers.iter().zip(&placed.buffers) {
                resources.buffers.extend(given.slot.map(|slot| (slot, (*placed).into())));
            }
            let made = shaders[number].launch(launch.work_items(number)?, launch.group, resources);
            made.map_err(|error| vec![of_launch(number, &error)])
        })
    }

    /// Makes all launches, or says what is wrong with any of them.
    fn each_launch(
        &self,
        placed: Placed,
        make: impl Fn(usize, &TaskLaunch, &Placed) -> Result<Launch, Vec<TaskError>>,
    ) -> Result<Prepared, Vec<TaskError>> {
        let (mut launches, mut problems) = (Vec::new(), Vec::new());
        for (number, launch) in self.launches.iter().enumerate() {
            match make(number, launch, &placed) {
                Ok(made) => launches.push((made, launch.repeat)),
                Err(errors) => problems.extend(errors),
            }
        }
        if problems.is_empty() { Ok(Prepared { launches, placed, notes: Vec::new() }) } else { Err(problems) }
    }

    /// The image in a buffer. A row is addressed as a buffer if a kernel takes it so.
    fn image(&self, buffer: usize, kernels: &[Kernel]) -> Option<ImageInfo> {
        let info = self.buffers.get(buffer)?.image?;
        let mut uses = self.launches.iter().zip(kernels).flat_map(|(launch, kernel)| {
            let pairs = launch.args.iter().zip(parameters(kernel.info()));
            pairs.filter(|(given, _)| **given == ArgumentValue::Image(buffer)).map(|(_, parameter)| parameter)
        });
        let is_buffer = info.kind == Kind::One
            && uses.any(|parameter| image_type(parameter).is_some_and(|(_, kind)| kind == Kind::Buffer));
        Some(ImageInfo { kind: if is_buffer { Kind::Buffer } else { info.kind }, ..info })
    }

    /// Allocates the buffers, images and samplers, and puts addresses into buffers. The kernels are those of the
    /// launches.
    fn place(&self, device: &mut Device, kernels: &[Kernel]) -> Result<Placed, Vec<TaskError>> {
        let mut problems = Vec::new();
        let mut images = vec![None; self.buffers.len()];
        let mut placed = vec![None; self.buffers.len()];
        // What has to lie somewhere goes first: the others go where there is room.
        for fixed in [true, false] {
            for (index, buffer) in self.buffers.iter().enumerate().filter(|(_, b)| b.address.is_some() == fixed) {
                if let Some(info) = self.image(index, kernels) {
                    match device.image(&buffer.name, &info, &buffer.bytes) {
                        Ok(image) => (placed[index], images[index]) = (Some(image.texels), Some(image)),
                        Err(error) => problems.push(wrong(About::Buffer(index), format!("`{}`: {error}", buffer.name))),
                    }
                    continue;
                }
                let bytes = buffer.bytes.clone();
                placed[index] = match buffer.address {
                    None => Some(device.named(&buffer.name, bytes)),
                    Some(address) => device.at(address, &buffer.name, bytes).map_or_else(
                        |error| {
                            let (about, message) = (About::Buffer(index), format!("buffer `{}`: {error}", buffer.name));
                            problems.push(TaskError { about, message, help: None });
                            None
                        },
                        Some,
                    ),
                };
            }
        }
        let Some(placed) = placed.into_iter().collect::<Option<Vec<Buffer>>>() else { return Err(problems) };
        for (index, buffer) in self.buffers.iter().enumerate() {
            for pointer in &buffer.pointers {
                let place = usize::try_from(pointer.at).ok();
                let slot = place.and_then(|at| device.write(placed[index]).get_mut(at..at.checked_add(8)?));
                match (slot, placed.get(pointer.buffer)) {
                    (Some(slot), Some(to)) => {
                        slot.copy_from_slice(&to.address.wrapping_add(pointer.offset).to_le_bytes());
                    }
                    _ => {
                        let message = format!("buffer `{}` has no room for a pointer at {}", buffer.name, pointer.at);
                        problems.push(TaskError { about: About::Buffer(index), message, help: None });
                    }
                }
            }
        }
        for (_, placed) in self.buffers.iter().zip(&placed).filter(|(given, _)| given.is_uninitialized) {
            device.mark_uninit(*placed);
        }
        for (given, placed) in self.buffers.iter().zip(&placed) {
            device.permit(*placed, given.permission);
        }
        let mut samplers: Vec<(SamplerInfo, Buffer)> = Vec::new();
        for argument in self.launches.iter().flat_map(|launch| &launch.args) {
            if let ArgumentValue::Sampler(info) = argument
                && !samplers.iter().any(|(known, _)| known == info)
            {
                samplers.push((*info, device.sampler(info)));
            }
        }
        if problems.is_empty() { Ok(Placed { buffers: placed, images, samplers }) } else { Err(problems) }
    }
}

impl TaskLaunch {
    /// The launch of a kernel, with bytes of LDS beside those that it declares.
    fn of_kernel(
        &self,
        number: usize,
        kernel: &Kernel,
        placed: &Placed,
        shared: u32,
    ) -> Result<Launch, Vec<TaskError>> {
        let info = kernel.info();
        let expected = info.has_metadata.then(|| parameters(info));
        let mut problems = Vec::new();
        let mut args = Vec::new();
        for (index, given) in self.args.iter().enumerate() {
            let parameter = expected.as_ref().and_then(|p| p.get(index).copied());
            // One too many is not looked at by itself.
            if expected.is_some() && parameter.is_none() {
                break;
            }
            match given.argument(placed, parameter) {
                Ok(arg) => args.push(arg),
                Err(message) => {
                    let (about, message) =
                        (About::Argument(number, index), format!("argument {}: {message}", index + 1));
                    problems.push(TaskError { about, message, help: Some(signature(info)) });
                }
            }
        }
        if let Some(expected) = expected.filter(|e| e.len() != self.args.len()) {
            let error = ArgError::Count { given: self.args.len(), wanted: expected.len(), signature: signature(info) };
            problems.push(wrong(About::Arguments(number), error.to_string()));
        }
        if !problems.is_empty() {
            return Err(problems);
        }
        let (offset, stack, unaligned_scratch) = (self.offset, self.stack, self.unaligned_scratch);
        let extras = Extras { offset, stack, shared, unaligned_scratch };
        let launch = kernel.launch_with(self.work_items(number)?, self.group, &args, extras);
        let launch = launch.map_err(|error| vec![of_launch(number, &error)])?;
        Ok(launch.with_dimensions(self.dimensions))
    }

    /// The kernel of the launch with this number.
    fn kernel(&self, number: usize, program: &Program) -> Result<Kernel, TaskError> {
        let about = About::Kernel(number);
        let names: Vec<_> = program.kernel_names().collect();
        let name = match (&self.kernel, names.as_slice()) {
            (Some(name), _) => name,
            (None, [only]) => *only,
            (None, []) => return Err(wrong(about, "the program has no kernel".to_string())),
            (None, many) => {
                let message = format!("the program has {} kernels: select one", many.len());
                return Err(TaskError { help: Some(listed(many)), ..wrong(about, message) });
            }
        };
        Kernel::of(program, name).map_err(|error| wrong(about, error.to_string()))
    }

    /// The work-items of the grid of the launch with this number.
    fn work_items(&self, number: usize) -> Result<[u32; 3], Vec<TaskError>> {
        let counts = match self.size {
            Size::WorkItems(items) => return Ok(items),
            Size::Workgroups(groups) => groups,
        };
        let mut items = [0; 3];
        for ((items, count), size) in items.iter_mut().zip(counts).zip(self.group) {
            *items = count.checked_mul(size).ok_or_else(|| {
                let message = format!("{count} workgroups of {size} are more than {} in all", u32::MAX);
                vec![wrong(About::Size(number), message)]
            })?;
        }
        Ok(items)
    }
}

/// Names of kernels, as many as can be read.
fn listed(names: &[&str]) -> String {
    const SHOWN: usize = 8;
    let more = names.len().saturating_sub(SHOWN);
    let shown: Vec<_> = names.iter().take(SHOWN).map(|name| isatope_object::names::demangle(name)).collect();
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("there is {}{more}", shown.join(", "))
}

fn wrong(about: About, message: String) -> TaskError {
    TaskError { about, message, help: None }
}

fn of_launch(launch: usize, error: &LaunchError) -> TaskError {
    let about = match error {
        LaunchError::Arguments(ArgError::Kind { number, .. }) => About::Argument(launch, number.saturating_sub(1)),
        LaunchError::Arguments(_) => About::Arguments(launch),
        LaunchError::GroupSize(..) => About::Group(launch),
        LaunchError::Shared(..) => About::Arguments(launch),
        LaunchError::Stack(..) => About::Stack(launch),
        LaunchError::ThreadLocal(..) => About::ThreadLocal,
        LaunchError::WorkgroupLocal(..) => About::WorkgroupLocal,
        _ => About::Size(launch),
    };
    wrong(about, error.to_string())
}
