//! A task: a run with all its data, from a manifest or a command line.

use std::collections::BTreeMap;

use isatope_emu::shader::{Resources, Shader, Slot};
use isatope_emu::{
    ArgError, Buffer, Device, Kernel, Launch, LaunchError, Permission, Program, ProgramError, parameters, signature,
};

use crate::argument_value::ArgumentValue;

/// How large a run is, in x, y and z.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// Work-items in all; the last workgroup may be partial.
    WorkItems([u32; 3]),
    /// Whole workgroups.
    Workgroups([u32; 3]),
}

/// A run with all its data, without the program.
#[derive(Clone, Debug)]
pub struct Task {
    /// Name of the kernel, or an unambiguous part of it; a program with one kernel needs none.
    pub kernel: Option<String>,
    /// How large it is.
    pub size: Size,
    /// Number of dimensions that the program is told, 1 to 3. Sizes above 1 may need more.
    pub dimensions: u16,
    /// Work-items of a workgroup.
    pub group: [u32; 3],
    /// Memory that it works on.
    pub buffers: Vec<TaskBuffer>,
    /// What is given for the visible arguments of a kernel, in their order.
    pub args: Vec<ArgumentValue>,
    /// What a shader is given beside buffers.
    pub setup: Setup,
}

/// What a shader is given beside buffers.
#[derive(Clone, Debug, Default)]
pub struct Setup {
    /// Words of the uniform file, by number.
    pub uniforms: BTreeMap<u8, u32>,
    /// Bytes of memory that each thread has for itself.
    pub thread_local_bytes: u32,
    /// Bytes of memory that a workgroup shares.
    pub workgroup_local_bytes: u32,
}

/// A piece of memory of a task.
#[derive(Clone, Debug, Default)]
pub struct TaskBuffer {
    /// Its name in reports.
    pub name: String,
    /// What it holds before the run.
    pub bytes: Vec<u8>,
    /// Whether its bytes count as uninitialized.
    pub uninit: bool,
    /// Where it lies, if that matters.
    pub address: Option<u64>,
    /// Addresses that are put into it.
    pub pointers: Vec<TaskPointer>,
    /// Where resource tables have it.
    pub slot: Option<Slot>,
    /// What programs may do with it.
    pub permission: Permission,
}

/// The address of a byte in a buffer, which is in another one.
#[derive(Clone, Copy, Debug)]
pub struct TaskPointer {
    /// Its position.
    pub at: u64,
    /// The number of the buffer that it points into.
    pub buffer: usize,
    /// Bytes from that buffer's start.
    pub offset: u64,
}

/// What of a task is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    /// The name of the kernel.
    Kernel,
    /// The size of the grid.
    Size,
    /// The size of a workgroup.
    Group,
    /// A buffer, by its number.
    Buffer(usize),
    /// An argument, by its number, counted from 0.
    Argument(usize),
    /// All arguments together.
    Arguments,
    /// The memory that each thread has, [`Setup::thread_local_bytes`].
    ThreadLocal,
    /// The memory that a workgroup shares, [`Setup::workgroup_local_bytes`].
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
    /// The launch.
    pub launch: Launch,
    /// Where the buffers of the task are, in their order.
    pub buffers: Vec<Buffer>,
}

impl Task {
    /// Puts the buffers on a device, and makes the launch of a kernel of a program that is loaded there.
    ///
    /// # Errors
    /// Everything that does not fit.
    pub fn prepare(&self, device: &mut Device, program: &Program) -> Result<Prepared, Vec<TaskError>> {
        let kernel = self.kernel(program).map_err(|error| vec![error])?;
        let buffers = self.place(device)?;
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
            match given.argument(&buffers, parameter) {
                Ok(arg) => args.push(arg),
                Err(message) => {
                    let message = format!("argument {}: {message}", index + 1);
                    problems.push(TaskError { about: About::Argument(index), message, help: Some(signature(info)) });
                }
            }
        }
        if let Some(expected) = expected.filter(|e| e.len() != self.args.len()) {
            let error = ArgError::Count { given: self.args.len(), wanted: expected.len(), signature: signature(info) };
            problems.push(TaskError { about: About::Arguments, message: error.to_string(), help: None });
        }
        if !problems.is_empty() {
            return Err(problems);
        }
        let launch = kernel.launch(self.work_items()?, self.group, &args).map_err(|error| vec![of_launch(&error)])?;
        Ok(Prepared { launch: launch.with_dimensions(self.dimensions), buffers })
    }

    /// Sets up the shader of a program. Resource tables contain the buffers with a table entry, as a whole.
    ///
    /// # Errors
    /// Everything that does not fit.
    pub fn prepare_shader(&self, device: &mut Device, program: &Program) -> Result<Prepared, Vec<TaskError>> {
        let wrong = |error: ProgramError| TaskError { about: About::Kernel, message: error.to_string(), help: None };
        if !self.args.is_empty() {
            let message = "a shader has no arguments".to_string();
            let help = "put its buffers into resource tables with a manifest".to_string();
            return Err(vec![TaskError { about: About::Arguments, message, help: Some(help) }]);
        }
        let shader = Shader::of(program, self.kernel.as_deref()).map_err(|error| vec![wrong(error)])?;
        let buffers = self.place(device)?;
        let mut resources = Resources {
            uniforms: self.setup.uniforms.clone(),
            thread_local_bytes: self.setup.thread_local_bytes,
            workgroup_local_bytes: self.setup.workgroup_local_bytes,
            ..Resources::default()
        };
        for (given, placed) in self.buffers.iter().zip(&buffers) {
            resources.buffers.extend(given.slot.map(|slot| (slot, (*placed).into())));
        }
        let launch = shader.launch(self.work_items()?, self.group, resources);
        let launch = launch.map_err(|error| vec![of_launch(&error)])?;
        Ok(Prepared { launch, buffers })
    }

    fn kernel(&self, program: &Program) -> Result<Kernel, TaskError> {
        let wrong = |message: String, help: Option<String>| TaskError { about: About::Kernel, message, help };
        let names: Vec<_> = program.kernel_names().collect();
        let name = match (&self.kernel, names.as_slice()) {
            (Some(name), _) => name,
            (None, [only]) => *only,
            (None, []) => return Err(wrong("the program has no kernel".to_string(), None)),
            (None, many) => {
                let message = format!("the program has {} kernels: select one", many.len());
                return Err(wrong(message, Some(listed(many))));
            }
        };
        Kernel::of(program, name).map_err(|error| wrong(error.to_string(), None))
    }

    /// Allocates the buffers, and puts addresses into them.
    fn place(&self, device: &mut Device) -> Result<Vec<Buffer>, Vec<TaskError>> {
        let mut problems = Vec::new();
        let mut placed = vec![None; self.buffers.len()];
        // What has to lie somewhere goes first: the others go where there is room.
        for fixed in [true, false] {
            for (index, buffer) in self.buffers.iter().enumerate().filter(|(_, b)| b.address.is_some() == fixed) {
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
        for (buffer, placed) in self.buffers.iter().zip(&placed).filter(|(buffer, _)| buffer.uninit) {
            debug_assert!(buffer.pointers.is_empty(), "what has contents is initialized");
            device.mark_uninit(*placed);
        }
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
        for (buffer, placed) in self.buffers.iter().zip(&placed) {
            device.permit(*placed, buffer.permission);
        }
        if problems.is_empty() { Ok(placed) } else { Err(problems) }
    }

    /// The work-items of the grid.
    fn work_items(&self) -> Result<[u32; 3], Vec<TaskError>> {
        let counts = match self.size {
            Size::WorkItems(items) => return Ok(items),
            Size::Workgroups(groups) => groups,
        };
        let mut items = [0; 3];
        for ((items, count), size) in items.iter_mut().zip(counts).zip(self.group) {
            *items = count.checked_mul(size).ok_or_else(|| {
                let message = format!("{count} workgroups of {size} are more than {} in all", u32::MAX);
                vec![TaskError { about: About::Size, message, help: None }]
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

fn of_launch(error: &LaunchError) -> TaskError {
    let about = match error {
        LaunchError::Arguments(ArgError::Kind { number, .. }) => About::Argument(number.saturating_sub(1)),
        LaunchError::Arguments(_) => About::Arguments,
        LaunchError::GroupSize(..) | LaunchError::OtherGroupSize { .. } => About::Group,
        LaunchError::Shared(..) => About::Arguments,
        LaunchError::ThreadLocal(..) => About::ThreadLocal,
        LaunchError::WorkgroupLocal(..) => About::WorkgroupLocal,
        _ => About::Size,
    };
    TaskError { about, message: error.to_string(), help: None }
}
