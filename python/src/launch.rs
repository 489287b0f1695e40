//! Launches of kernels with arrays of numpy.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError, mpsc};
use std::time::{Duration, Instant};

use isatope::container::args::{Access as ArgAccess, Arg as Parameter, ArgKind, ValueType};
use isatope::container::launch::LaunchInfo;
use isatope::emulator::fault::{Access, Cause};
use isatope::emulator::{
    Arg, Buffer, Device, Fault, Kernel, Launch, Options, Permission, Program, Step, Watcher, Wavefront, describe,
    parameters, signature,
};
use numpy::{PyArray1, PyArrayMethods, PyReadonlyArray1, PyReadwriteArray1};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyDict, PyFloat, PyInt, PyTuple};

use crate::bytes::bytes_of;
use crate::errors;
use crate::registers;

/// How often a run looks for signals.
const SIGNALS: Duration = Duration::from_millis(50);

/// What a launch did.
#[pyclass(frozen, get_all, module = "isatope")]
pub struct Run {
    /// Counts: `workgroups`, `wavefronts`, `instructions`, and `hidden` accesses out of the range of a buffer.
    stats: BTreeMap<&'static str, u64>,
    /// Time that the emulator took, in seconds.
    seconds: f64,
    /// Text that the kernel printed.
    printed: String,
}

#[pymethods]
impl Run {
    fn __repr__(&self) -> String {
        format!("<Run {:?}, {:.3} s>", self.stats, self.seconds)
    }
}

/// Up to three sizes.
pub fn extent(what: &str, sizes: &[u32]) -> PyResult<[u32; 3]> {
    match *sizes {
        [x] => Ok([x, 1, 1]),
        [x, y] => Ok([x, y, 1]),
        [x, y, z] => Ok([x, y, z]),
        _ => Err(PyValueError::new_err(format!("{what}: give one to three sizes"))),
    }
}

/// Options of a run, from keyword arguments, and what is not for the emulator.
struct Wishes<'py> {
    options: Options,
    progress: Option<Bound<'py, PyAny>>,
    watch: Option<Bound<'py, PyAny>>,
}

fn wishes<'py>(given: Option<&Bound<'py, PyDict>>) -> PyResult<Wishes<'py>> {
    let mut wishes = Wishes { options: Options::default(), progress: None, watch: None };
    let options = &mut wishes.options;
    for (name, value) in given.into_iter().flatten() {
        let name: String = name.extract()?;
        match name.as_str() {
            "check_init" => options.check_init = value.extract()?,
            "check_races" => options.check_races = value.extract()?,
            "check_waits" => options.check_waits = value.extract()?,
            "allow_same_value" => options.allow_same_value = value.extract()?,
            "any_barrier" => options.any_barrier = value.extract()?,
            "garbage" => options.garbage = value.extract()?,
            "reverse" => options.reverse = value.extract()?,
            "seed" => options.seed = value.extract()?,
            "threads" => options.threads = value.extract()?,
            "max_instructions" => options.max_instructions = value.extract()?,
            "progress" => wishes.progress = (!value.is_none()).then_some(value),
            "watch" => wishes.watch = (!value.is_none()).then_some(value),
            other => {
                return Err(PyTypeError::new_err(format!(
                    "`{other}` is no option: there are check_init, check_races, check_waits, allow_same_value, \
                     any_barrier, garbage, reverse, seed, threads, max_instructions, progress, watch"
                )));
            }
        }
    }
    Ok(wishes)
}

/// Options of a session.
pub fn options(given: Option<&Bound<'_, PyDict>>) -> PyResult<Options> {
    Ok(wishes(given)?.options)
}

/// An array that a kernel reads or writes.
enum Array<'py> {
    /// Nobody may write it meanwhile.
    Read {
        _borrow: PyReadonlyArray1<'py, u8>,
    },
    Write(PyReadwriteArray1<'py, u8>),
}

/// A launch that is ready, with the arrays that it reads and writes.
pub struct Prepared<'py> {
    /// The device, with the program and the buffers.
    pub device: Device,
    /// The launch.
    pub launch: Launch,
    arrays: Vec<(Buffer, Array<'py>)>,
}

impl Prepared<'_> {
    /// The arrays that the kernel may write, as bytes.
    pub fn written(&self) -> Vec<(Buffer, Py<PyAny>)> {
        let written = self.arrays.iter().filter_map(|(buffer, array)| match array {
            Array::Write(array) => Some((*buffer, array.as_any().clone().unbind())),
            Array::Read { .. } => None,
        });
        written.collect()
    }

    /// Copies what the kernel wrote into the arrays.
    pub fn write_back(&mut self) {
        for (buffer, array) in &mut self.arrays {
            if let Array::Write(array) = array {
                array.as_array_mut().iter_mut().zip(self.device.read(*buffer)).for_each(|(to, from)| *to = *from);
            }
        }
    }
}

/// Copies bytes into an array of bytes.
pub fn copy_into(array: &Bound<'_, PyAny>, bytes: &[u8]) -> PyResult<()> {
    let mut array = array.cast::<PyArray1<u8>>()?.try_readwrite().map_err(errors::other)?;
    array.as_array_mut().iter_mut().zip(bytes).for_each(|(to, from)| *to = *from);
    Ok(())
}

/// Loads a program and places the arguments of a launch.
pub fn prepare<'py>(
    object: &[u8],
    target: isatope::Target,
    info: &LaunchInfo,
    (grid, group): ([u32; 3], [u32; 3]),
    args: &Bound<'py, PyTuple>,
) -> PyResult<Prepared<'py>> {
    let mut device = Device::new(target);
    let program = Program::load(&mut device, object).map_err(errors::other)?;
    let kernel = Kernel::of(&program, &info.symbol).map_err(errors::other)?;
    let wanted = parameters(info);
    if info.has_metadata && wanted.len() != args.len() {
        let message =
            format!("{} arguments are given, and the kernel takes {}: {}", args.len(), wanted.len(), signature(info));
        return Err(PyTypeError::new_err(message));
    }
    let (mut list, mut arrays) = (Vec::new(), Vec::new());
    for (number, given) in args.iter().enumerate() {
        let parameter = wanted.get(number).copied();
        let explain = |message: String| match parameter {
            Some(parameter) => format!("argument {} ({}): {message}", number + 1, describe(parameter)),
            None => format!("argument {}: {message}", number + 1),
        };
        let value = argument(&mut device, parameter, &given, number, &mut arrays);
        list.push(value.map_err(|error| with_message(given.py(), error, explain))?);
    }
    let launch = kernel.launch(grid, group, &list).map_err(errors::other)?;
    Ok(Prepared { device, launch, arrays })
}

/// The same error with a longer message.
fn with_message(py: Python<'_>, error: PyErr, explain: impl Fn(String) -> String) -> PyErr {
    PyErr::from_type(error.get_type(py), explain(error.value(py).to_string()))
}

/// What a kernel is given for an argument.
fn argument<'py>(
    device: &mut Device,
    parameter: Option<&Parameter>,
    given: &Bound<'py, PyAny>,
    number: usize,
    arrays: &mut Vec<(Buffer, Array<'py>)>,
) -> PyResult<Arg> {
    match parameter.map(|parameter| parameter.kind) {
        Some(ArgKind::ByValue) => by_value(parameter, given).map(Arg::Bytes),
        Some(ArgKind::DynamicSharedPointer) => Ok(Arg::Local(given.extract()?)),
        Some(ArgKind::GlobalBuffer) | None => {
            if given.is_none() {
                return Ok(Arg::Address(0));
            }
            if given.is_instance_of::<PyInt>() {
                return match parameter {
                    Some(_) => Ok(Arg::Address(given.extract()?)),
                    None => by_value(None, given).map(Arg::Bytes),
                };
            }
            if parameter.is_none() && (given.is_instance_of::<PyFloat>() || is_scalar(given)?) {
                return by_value(None, given).map(Arg::Bytes);
            }
            let name = parameter
                .and_then(|parameter| parameter.name.clone())
                .unwrap_or_else(|| format!("argument {}", number + 1));
            let only_read = parameter
                .is_some_and(|p| p.is_const || [p.access, p.actual_access].contains(&Some(ArgAccess::ReadOnly)));
            buffer(device, given, &name, only_read, arrays).map(Arg::Buffer)
        }
        Some(other) => Err(PyTypeError::new_err(format!("the package cannot pass {}", other.name()))),
    }
}

/// Whether an object is a number of numpy.
fn is_scalar(given: &Bound<'_, PyAny>) -> PyResult<bool> {
    given.is_instance(&given.py().import("numpy")?.getattr("generic")?)
}

/// A buffer with the contents of an array.
fn buffer<'py>(
    device: &mut Device,
    given: &Bound<'py, PyAny>,
    name: &str,
    only_read: bool,
    arrays: &mut Vec<(Buffer, Array<'py>)>,
) -> PyResult<Buffer> {
    let py = given.py();
    if given.is_instance_of::<PyBytes>() {
        let buffer = device.named(name, bytes_of(given)?);
        device.permit(buffer, Permission::ReadOnly);
        return Ok(buffer);
    }
    let numpy = py.import("numpy")?;
    if !given.is_instance(&numpy.getattr("ndarray")?)? {
        let kind = given.get_type().name()?;
        return Err(PyTypeError::new_err(format!("a numpy array, bytes or None is expected, not {kind}")));
    }
    if !given.getattr("flags")?.getattr("c_contiguous")?.extract::<bool>()? {
        return Err(PyValueError::new_err("the array is not contiguous: use numpy.ascontiguousarray"));
    }
    if given.getattr("dtype")?.getattr("hasobject")?.extract::<bool>()? {
        return Err(PyTypeError::new_err("an array of objects has no bytes for a GPU"));
    }
    let flat = given.call_method1("reshape", (-1,))?.call_method1("view", ("uint8",))?.cast_into::<PyArray1<u8>>()?;
    let (bytes, array) = match flat.try_readwrite() {
        Ok(array) => (array.as_slice()?.to_vec(), Array::Write(array)),
        Err(error) if !only_read => {
            return Err(PyTypeError::new_err(format!("{error}: the kernel may write it")));
        }
        Err(_) => {
            let array = flat.try_readonly().map_err(|error| PyTypeError::new_err(error.to_string()))?;
            (array.as_slice()?.to_vec(), Array::Read { _borrow: array })
        }
    };
    let buffer = device.named(name, bytes);
    if matches!(array, Array::Read { .. }) {
        device.permit(buffer, Permission::ReadOnly);
    }
    arrays.push((buffer, array));
    Ok(buffer)
}

/// The bytes of a value.
fn by_value(parameter: Option<&Parameter>, given: &Bound<'_, PyAny>) -> PyResult<Vec<u8>> {
    let size = parameter.map(|parameter| parameter.size);
    let fits = |bytes: Vec<u8>| match size {
        Some(size) if size != bytes.len() as u64 => {
            Err(PyTypeError::new_err(format!("{} bytes are given, and {size} are expected", bytes.len())))
        }
        _ => Ok(bytes),
    };
    if is_scalar(given)? || given.is_instance(&given.py().import("numpy")?.getattr("ndarray")?)? {
        return fits(given.call_method0("tobytes")?.extract()?);
    }
    let size = size.unwrap_or(4);
    let is_float = parameter.is_some_and(|parameter| {
        let name = parameter.type_name.as_deref().or(parameter.value_type.map(ValueType::name)).unwrap_or_default();
        ["float", "double", "half", "f16", "f32", "f64"].contains(&name.trim().to_lowercase().as_str())
    });
    let whole = given.is_instance_of::<PyInt>() || given.is_instance_of::<PyBool>();
    if given.is_instance_of::<PyFloat>() || (whole && is_float) {
        let value: f64 = given.extract()?;
        return match size {
            4 => Ok((value as f32).to_le_bytes().to_vec()),
            8 => Ok(value.to_le_bytes().to_vec()),
            2 => given.py().import("numpy")?.getattr("float16")?.call1((value,))?.call_method0("tobytes")?.extract(),
            other => Err(PyTypeError::new_err(format!("a float does not fill {other} bytes"))),
        };
    }
    if whole {
        let signed = given.lt(0)?;
        let kwargs = PyDict::new(given.py());
        kwargs.set_item("signed", signed)?;
        let bytes = given.call_method("to_bytes", (size, "little"), Some(&kwargs));
        return match bytes {
            Ok(bytes) => bytes.extract(),
            Err(_) => Err(PyValueError::new_err(format!("{given} does not fit into {size} bytes"))),
        };
    }
    fits(bytes_of(given)?)
}

/// Calls a function of Python for each instruction.
struct Calls<'py> {
    py: Python<'py>,
    function: Bound<'py, PyAny>,
    failed: Option<PyErr>,
}

impl Watcher for Calls<'_> {
    fn before(&mut self, wave: &Wavefront, step: &Step) -> bool {
        if self.failed.is_some() {
            return false;
        }
        let call = || {
            let view = registers::View::new(step.instruction.target(), wave);
            self.function.call1((Py::new(self.py, view)?,))
        };
        match call() {
            Ok(answer) => !answer.is(PyBool::new(self.py, false)),
            Err(error) => {
                self.failed = Some(error);
                false
            }
        }
    }

    fn after(&mut self, _: &Wavefront, _: &Step, _: &[Access]) -> Option<Cause> {
        None
    }
}

/// Runs a kernel to its end.
pub fn run<'py>(
    py: Python<'py>,
    object: &[u8],
    target: isatope::Target,
    info: &LaunchInfo,
    size: ([u32; 3], [u32; 3]),
    args: &Bound<'py, PyTuple>,
    given: Option<&Bound<'py, PyDict>>,
) -> PyResult<Run> {
    let wishes = wishes(given)?;
    let mut prepared = prepare(object, target, info, size, args)?;
    let started = Instant::now();
    let ended = match wishes.watch {
        Some(function) => {
            let mut calls = Calls { py, function, failed: None };
            let ended = prepared.device.run_watched(&prepared.launch, &wishes.options, &mut [&mut calls]);
            if let Some(error) = calls.failed {
                prepared.write_back();
                return Err(error);
            }
            ended
        }
        None => interruptible(py, &mut prepared.device, &prepared.launch, &wishes)?,
    };
    let seconds = started.elapsed().as_secs_f64();
    prepared.write_back();
    let totals = ended.map_err(|fault| errors::fault(py, &fault, &info.name))?;
    let printed = String::from_utf8_lossy(&prepared.device.take_printed().text).into_owned();
    let stats = [
        ("workgroups", totals.workgroups),
        ("wavefronts", totals.wavefronts),
        ("instructions", totals.instructions),
        ("hidden", totals.hidden),
    ];
    Ok(Run { stats: stats.into(), seconds, printed })
}

/// Runs without the interpreter's lock, and looks for signals meanwhile.
fn interruptible(
    py: Python<'_>,
    device: &mut Device,
    launch: &Launch,
    wishes: &Wishes<'_>,
) -> PyResult<Result<isatope::emulator::Totals, Box<Fault>>> {
    let progress = device.progress().clone();
    let options = &wishes.options;
    std::thread::scope(|scope| {
        let (done, waits) = mpsc::channel();
        let waits = Mutex::new(waits);
        let wait = |most| waits.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(most);
        scope.spawn(move || {
            // Nobody listens if a signal ended the wait.
            let _ = done.send(device.run(launch, options));
        });
        loop {
            match py.detach(|| wait(SIGNALS)) {
                Ok(ended) => return Ok(ended),
                Err(mpsc::RecvTimeoutError::Disconnected) => {
                    return Err(errors::other("the emulator stopped by an error of its own"));
                }
                Err(mpsc::RecvTimeoutError::Timeout) => {}
            }
            let told = match &wishes.progress {
                Some(function) => function.call1(progress.workgroups()).map(|_| ()),
                None => Ok(()),
            };
            if let Err(error) = told.and_then(|()| py.check_signals()) {
                progress.interrupt();
                // The thread ends soon, and it must, because it borrows the device.
                let _ = py.detach(|| wait(Duration::MAX));
                return Err(error);
            }
        }
    })
}
