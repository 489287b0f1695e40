//! The engine: runs the launches of a program under control, and knows where they are. It knows no terminal and no
//! protocol.

mod fields;
mod inspect;
mod running;

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use isatope::emulator::watch::{Notation, lanes_text};
use isatope::emulator::{
    self, Buffer, Changes, Device, Fault, Kernel, Launch, Options, Pause, Program, Progress, Session, Snapshot,
    Wavefront, Workgroup,
};

pub use inspect::{Argument, Frame, Special};
pub use running::Step;

use crate::code::Code;
use crate::expression::{Expression, Named, Names, Scope, parse};
use crate::kind::Kind;
use crate::message::Message;
use crate::stops::{Breakpoint, On, WaveId};

/// A program with its memory and its launches, ready to run.
pub struct Loaded {
    /// The device, with the program and its buffers.
    pub device: Device,
    /// The launches in their order, each with how many times it runs.
    pub launches: Vec<(Launch, u32)>,
    /// Names of buffers, and where they are.
    pub buffers: Vec<(String, Buffer)>,
    /// How it runs.
    pub options: Options,
    /// The folder of the program, where its sources may be.
    pub folder: PathBuf,
}

/// Why the run stopped.
#[derive(Clone, Debug, PartialEq)]
pub enum Reason {
    /// A step is done.
    Step,
    /// Breakpoints, by their numbers.
    Breakpoint(Vec<u32>),
    /// Changes and accesses: numbers of watchpoints, and what happened.
    Change(Vec<(u32, String)>),
    /// The next launch is at its beginning.
    Launch,
    /// The beginning of the launch: there is nothing before it.
    Beginning,
    /// Somebody interrupted the run.
    Interrupted,
    /// The condition of a breakpoint has no value: its number, and why.
    Condition(u32, String),
    /// All launches have ended.
    Done,
    /// The program cannot go on.
    Fault,
}

/// A function that is called when somebody interrupts a run. It returns whether the run goes on.
type Interruption = Box<dyn FnMut(&mut Debugger) -> bool>;

/// The debugger of a program.
pub struct Debugger {
    session: Session,
    launches: Vec<(Launch, u32)>,
    /// The launch that runs, counting each time that one runs.
    number: usize,
    /// The device before the first launch, if there are several.
    initial: Option<Device>,
    options: Options,
    buffers: Vec<(String, Buffer)>,
    folder: PathBuf,
    code: Code,
    breakpoints: Vec<Breakpoint>,
    last_id: u32,
    selected: Option<WaveId>,
    /// The lane that is looked at; `None` for all.
    pub lane: Option<usize>,
    /// How values are written whose kind nobody says.
    pub notation: Notation,
    snapshots: BTreeMap<String, (usize, Snapshot)>,
    /// Fields of registers that have some, once they are needed.
    fields: OnceCell<Vec<(String, Vec<fields::Field>)>>,
    /// Whether the last thing that was done is a step forward, so that what it changed is of interest.
    stepped: bool,
    /// Why it stopped last.
    reason: Reason,
    /// Takes the messages of log points.
    logger: Box<dyn FnMut(&str)>,
    /// What is done when somebody interrupts the run, see [`on_interrupt`](Self::on_interrupt).
    interruption: Interruption,
}

impl Debugger {
    /// A program before its first instruction.
    ///
    /// # Errors
    /// Nothing is launched.
    pub fn new(loaded: Loaded) -> Result<Self, String> {
        let Loaded { device, launches, buffers, options, folder } = loaded;
        let launches: Vec<_> = launches.into_iter().filter(|(_, repeat)| *repeat > 0).collect();
        let (first, repeat) = launches.first().ok_or("there is no launch")?;
        let initial = (launches.len() > 1 || *repeat > 1).then(|| device.clone());
        let session = Session::new(device, first.clone(), options);
        let code = Code::of(&session);
        let mut debugger = Self {
            session,
            launches,
            number: 0,
            initial,
            options,
            buffers,
            folder,
            code,
            breakpoints: Vec::new(),
            last_id: 0,
            selected: None,
            lane: None,
            notation: Notation::Typed,
            snapshots: BTreeMap::new(),
            fields: OnceCell::new(),
            stepped: false,
            reason: Reason::Launch,
            logger: Box::new(|_| {}),
            interruption: Box::new(|_| false),
        };
        if debugger.session.over().is_some() {
            debugger.reason = debugger.ended();
        }
        debugger.follow();
        Ok(debugger)
    }

    /// The run.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// The program.
    pub fn program(&self) -> &Program {
        self.session.launch().entry().program()
    }

    /// Its code.
    pub fn code(&self) -> &Code {
        &self.code
    }

    /// The folder of the program.
    pub fn folder(&self) -> &PathBuf {
        &self.folder
    }

    /// Buffers by their names.
    pub fn buffers(&self) -> &[(String, Buffer)] {
        &self.buffers
    }

    /// Why it stopped last.
    pub fn reason(&self) -> &Reason {
        &self.reason
    }

    /// The launch that runs, from 1, and how many there are.
    pub fn launch_number(&self) -> (usize, usize) {
        (self.number + 1, self.launches.iter().map(|(_, repeat)| *repeat as usize).sum())
    }

    /// Another thread interrupts the run through this.
    pub fn progress(&self) -> Arc<Progress> {
        self.session.device().progress().clone()
    }

    /// The fault that the run ended with.
    pub fn fault(&self) -> Option<&Fault> {
        match self.session.over() {
            Some(Pause::Fault(fault)) => Some(fault),
            _ => None,
        }
    }

    /// The fault in words, whole.
    pub fn fault_text(&self) -> Option<String> {
        let fault = self.fault()?;
        Some(fault.report.as_ref().map_or_else(|| fault.to_string(), |report| report.to_string()))
    }

    /// What the last instruction changed, if the run ended with a step forward.
    pub fn changes(&self) -> Option<&Changes> {
        self.stepped.then(|| self.session.changes())
    }

    /// The wavefront that is looked at, with its workgroup. `None` if none is under way.
    pub fn wave(&self) -> Option<(&Workgroup, &Wavefront)> {
        self.find(self.selected?)
    }

    /// The wavefront that is looked at.
    pub fn selected(&self) -> Option<WaveId> {
        self.selected
    }

    /// A wavefront that is under way.
    pub fn find(&self, (workgroup, number): WaveId) -> Option<(&Workgroup, &Wavefront)> {
        let group = self.session.workgroups().iter().find(|group| group.id == workgroup)?;
        Some((group, group.waves.iter().find(|wave| wave.number == number)?))
    }

    /// Looks at another wavefront.
    ///
    /// # Errors
    /// It is not under way.
    pub fn select(&mut self, id: WaveId) -> Result<(), String> {
        if self.find(id).is_none() {
            let called = self.called().wave;
            let [x, y, z] = id.0;
            return Err(format!(
                "workgroup {x},{y},{z} has no {called} {} under way: `waves` lists those there are",
                id.1
            ));
        }
        self.selected = Some(id);
        Ok(())
    }

    /// Terms for the parts of the machine.
    pub fn called(&self) -> isatope::Terms {
        *self.session.device().target().terms()
    }

    /// The instruction that the wavefront that is looked at runs next.
    pub fn next_step(&self) -> Option<&emulator::Step> {
        let (_, wave) = self.wave()?;
        self.session.launch().entry().code().block(wave.pc).ok()?.steps.first()
    }

    /// Where expressions are computed.
    ///
    /// # Errors
    /// Nothing runs.
    pub fn scope(&self) -> Result<Scope<'_>, String> {
        let (group, wave) = self.wave().ok_or_else(|| format!("no {} is under way", self.called().wave))?;
        Ok(Scope { session: &self.session, group, wave })
    }

    /// Reads an expression.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn parse(&self, text: &str) -> Result<Expression, String> {
        parse(text, &self.session, self)
    }

    /// All breakpoints and watchpoints.
    pub fn breakpoints(&self) -> &[Breakpoint] {
        &self.breakpoints
    }

    /// A breakpoint, to be changed.
    pub fn breakpoint_mut(&mut self, id: u32) -> Option<&mut Breakpoint> {
        self.breakpoints.iter_mut().find(|breakpoint| breakpoint.id == id)
    }

    /// Adds a breakpoint, which gets a number.
    ///
    /// # Errors
    /// The condition is no expression.
    pub fn add(&mut self, text: &str, on: On, lane: Option<u32>, condition: Option<&str>) -> Result<u32, String> {
        let condition = condition.map(|text| Ok::<_, String>((text.to_string(), self.parse(text)?))).transpose()?;
        self.last_id += 1;
        let (id, text) = (self.last_id, text.to_string());
        let breakpoint =
            Breakpoint { id, on, text, condition, lane, log: None, enabled: true, hits: 0, ignored: 0, skips: 0 };
        self.breakpoints.push(breakpoint);
        Ok(id)
    }

    /// Adds a log point: it writes a message each time the run comes to it, and does not stop the run.
    ///
    /// # Errors
    /// The message or the condition is wrong.
    pub fn add_log(&mut self, text: &str, on: On, message: &str, condition: Option<&str>) -> Result<u32, String> {
        let log = Message::parse(message, |text| self.parse(text))?;
        let id = self.add(text, on, None, condition)?;
        if let Some(breakpoint) = self.breakpoint_mut(id) {
            breakpoint.log = Some(log);
        }
        Ok(id)
    }

    /// Sets what takes the messages of log points. Until then they are dropped.
    pub fn on_log(&mut self, logger: impl FnMut(&str) + 'static) {
        self.logger = Box::new(logger);
    }

    /// Sets what is done when somebody interrupts the run; it tells whether the run goes on. Without it, the run stops.
    pub fn on_interrupt(&mut self, interruption: impl FnMut(&mut Self) -> bool + 'static) {
        self.interruption = Box::new(interruption);
    }

    /// How values are written whose kind nobody says.
    pub(crate) fn usual(&self) -> Kind {
        match self.notation {
            Notation::Int => Kind::Signed(0),
            Notation::Uint => Kind::Unsigned(0),
            Notation::Float => Kind::F32,
            _ => Kind::Hex,
        }
    }

    /// Removes the breakpoints for which a function says so. Gives how many.
    pub fn remove(&mut self, is_removed: impl Fn(&Breakpoint) -> bool) -> usize {
        let before = self.breakpoints.len();
        self.breakpoints.retain(|breakpoint| !is_removed(breakpoint));
        before - self.breakpoints.len()
    }

    /// Keeps the state of the run under a name.
    pub fn keep(&mut self, name: &str) {
        self.snapshots.insert(name.to_string(), (self.number, self.session.snapshot()));
    }

    /// Names of states, with the instructions that had run by then.
    pub fn kept(&self) -> impl Iterator<Item = (&str, u64)> {
        self.snapshots.iter().map(|(name, (_, snapshot))| (name.as_str(), snapshot.steps()))
    }

    /// Goes to a state with a name.
    ///
    /// # Errors
    /// There is none, or it is of another launch.
    pub fn restore(&mut self, name: &str) -> Result<(), String> {
        let names = self.snapshots.keys().map(String::as_str);
        let unknown = || crate::expression::unknown("snapshot", name, names);
        let (launch, snapshot) = self.snapshots.get(name).ok_or_else(unknown)?;
        if *launch != self.number {
            return Err(format!("snapshot `{name}` is of launch {}: restart, and go there", launch + 1));
        }
        self.session.restore(&snapshot.clone());
        self.reason = Reason::Step;
        self.stepped = false;
        self.follow();
        Ok(())
    }

    /// Looks at the wavefront whose turn it is.
    fn follow(&mut self) {
        self.selected = match self.fault() {
            Some(fault) => Some((fault.workgroup, fault.wave)),
            None => self.session.current().map(|(group, wave)| (group.id, wave.number)),
        };
    }

    /// Lanes in words: `lanes 0-15`.
    pub fn lanes_text(lanes: u64) -> String {
        if lanes == 0 { "no lane".to_string() } else { lanes_text(lanes) }
    }

    /// The kernel that is launched, if it is one with metadata.
    fn kernel(&self) -> Option<Kernel> {
        let entry = self.session.launch().entry();
        Kernel::of(entry.program(), entry.name()).ok()
    }
}

impl Names for Debugger {
    fn find(&self, name: &str) -> Option<Named> {
        let argument = || self.arguments().into_iter().find(|argument| argument.name == name);
        let buffer = || self.buffers.iter().find(|(known, _)| known == name).map(|(_, buffer)| buffer.address);
        let symbols = self.program().symbols();
        let symbol = || {
            let exact = symbols.iter().find(|symbol| symbol.name == name);
            exact.or_else(|| symbols.iter().find(|s| self.program().name_of(s.address).as_deref() == Some(name)))
        };
        if let Some(address) = buffer() {
            return Some(Named::Address(address));
        }
        if let Some(argument) = argument() {
            return Some(Named::Memory(argument.address, argument.bytes));
        }
        symbol().map(|symbol| Named::Address(symbol.address))
    }

    fn all(&self) -> Vec<String> {
        let buffers = self.buffers.iter().map(|(name, _)| name.clone());
        let arguments = self.arguments().into_iter().map(|argument| argument.name);
        buffers.chain(arguments).chain(self.program().symbols().iter().map(|symbol| symbol.name.clone())).collect()
    }
}
