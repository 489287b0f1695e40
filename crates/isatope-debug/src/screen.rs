//! The debugger on a screen of the terminal: code, registers by lane, wavefronts, memory, a log and a command line.
//!
//! [`Screen`] is the state and handles keys; it draws on any backend, so that tests look at it without a terminal.
//! [`show`] runs it on the terminal.

mod draw;

use std::cell::RefCell;
use std::io;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use isatope::emulator::Wavefront;
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use crate::debugger::{Debugger, Step};
use crate::shell::{self, Answer};
use crate::stops::WaveId;

/// Lines of the log that are kept.
const LOG: usize = 1000;

/// Bytes of memory that are shown, at most.
const MEMORY: usize = 1 << 14;

/// Which registers are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shown {
    Vectors,
    Scalars,
    Special,
}

/// The state of the screen.
pub struct Screen {
    debugger: Debugger,
    /// The command that is typed, if one is.
    command: Option<String>,
    history: Vec<String>,
    /// Which command of the history is shown.
    recalled: usize,
    log: Vec<String>,
    /// Messages of log points that are not in the log yet.
    messages: Rc<RefCell<Vec<String>>>,
    shown: Shown,
    /// Lanes go down and registers across.
    transposed: bool,
    first_register: usize,
    first_lane: usize,
    /// The address that the memory starts at, and what it is called.
    memory: Option<(u64, String)>,
    buffer: usize,
    /// The wavefront before the last command.
    before: Option<(WaveId, Wavefront)>,
    /// What the memory that is shown held before the last command, and its address.
    memory_before: (u64, Vec<u8>),
    ends: bool,
}

/// What the keys do, for the last line.
const KEYS: [(&str, &str); 11] = [
    ("s", "step"),
    ("n", "next"),
    ("b", "back"),
    ("c", "go"),
    ("r", "rev"),
    ("t", "transpose"),
    ("v", "view"),
    ("m", "mem"),
    ("w", "wave"),
    (":", "cmd"),
    ("q", "quit"),
];

impl Screen {
    /// The screen of a debugger.
    pub fn new(mut debugger: Debugger) -> Self {
        let messages = Rc::<RefCell<Vec<String>>>::default();
        let taken = messages.clone();
        debugger.on_log(move |text| {
            let mut messages = taken.borrow_mut();
            if messages.len() == LOG {
                messages.remove(0);
            }
            messages.push(text.to_string());
        });
        let memory = debugger.buffers().first().map(|(name, buffer)| (buffer.address, name.clone()));
        let mut screen = Self {
            debugger,
            command: None,
            history: Vec::new(),
            recalled: 0,
            log: Vec::new(),
            messages,
            shown: Shown::Vectors,
            transposed: false,
            first_register: 0,
            first_lane: 0,
            memory,
            buffer: 0,
            before: None,
            memory_before: (0, Vec::new()),
            ends: false,
        };
        let text = screen.debugger.reason_text();
        screen.say(&text);
        screen
    }

    /// The debugger.
    pub fn debugger(&self) -> &Debugger {
        &self.debugger
    }

    /// Whether the user has ended it.
    pub fn ends(&self) -> bool {
        self.ends
    }

    fn say(&mut self, text: &str) {
        self.log.append(&mut self.messages.borrow_mut());
        self.log.extend(text.lines().map(str::to_string));
        let surplus = self.log.len().saturating_sub(LOG);
        self.log.drain(..surplus);
    }

    /// Remembers the wavefront, so that what changes can be marked.
    fn remember(&mut self) {
        self.before = self.debugger.wave().map(|(group, wave)| ((group.id, wave.number), wave.clone()));
        let address = self.memory.as_ref().map_or(0, |(address, _)| *address);
        self.memory_before = (address, self.debugger.read_some(self.debugger.global(), address, MEMORY));
    }

    /// Runs a step or more, and says why it stopped.
    fn run(&mut self, run: impl FnOnce(&mut Debugger)) {
        self.remember();
        run(&mut self.debugger);
        let text = self.debugger.reason_text();
        self.say(&text);
    }

    fn execute(&mut self, line: &str) {
        self.remember();
        self.say(&format!(": {line}"));
        if let Some(rest) =
            line.split_once(' ').filter(|(word, _)| ["memory", "x"].contains(word)).map(|(_, rest)| rest)
            && let Some(address) = self.address(rest)
        {
            self.memory = Some((address, rest.to_string()));
        }
        match shell::execute(&mut self.debugger, line) {
            Ok(Answer::Text(text)) => self.say(&text),
            Ok(Answer::Quit) => self.ends = true,
            Err(error) => self.say(&format!("error: {error}")),
        }
    }

    /// The address that a text is.
    fn address(&self, text: &str) -> Option<u64> {
        let expression = self.debugger.parse(text.split(' ').next()?).ok()?;
        match expression.value(self.debugger.scope().ok()?, 0).ok()?.number().ok()? {
            crate::Number::Int(address) => u64::try_from(address).ok(),
            crate::Number::Float(_) => None,
        }
    }

    /// Handles a key.
    pub fn key(&mut self, key: KeyEvent) {
        if key.modifiers.contains(KeyModifiers::CONTROL) && matches!(key.code, KeyCode::Char('c' | 'd')) {
            self.ends = true;
            return;
        }
        match self.command.take() {
            Some(line) => self.type_key(line, key.code),
            None => self.press(key.code),
        }
    }

    /// A key of the command line.
    fn type_key(&mut self, mut line: String, key: KeyCode) {
        match key {
            KeyCode::Esc => return,
            KeyCode::Enter => {
                if !line.trim().is_empty() {
                    self.history.push(line.clone());
                    self.recalled = self.history.len();
                    self.execute(&line);
                }
                return;
            }
            KeyCode::Backspace if line.pop().is_none() => return,
            KeyCode::Tab => {
                let (start, found) = shell::completions(&self.debugger, &line);
                if let [only] = found.as_slice() {
                    line = format!("{}{only} ", &line[..start]);
                }
            }
            KeyCode::Up => {
                self.recalled = self.recalled.saturating_sub(1);
                line = self.history.get(self.recalled).cloned().unwrap_or(line);
            }
            KeyCode::Down => {
                self.recalled = (self.recalled + 1).min(self.history.len());
                line = self.history.get(self.recalled).cloned().unwrap_or_default();
            }
            KeyCode::Char(c) => line.push(c),
            _ => {}
        }
        self.command = Some(line);
    }

    /// A key that does something at once.
    fn press(&mut self, key: KeyCode) {
        let page = 8;
        match key {
            KeyCode::Char('s') => self.run(|debugger| {
                debugger.step(Step::Instruction, 1);
            }),
            KeyCode::Char('n') => self.run(|debugger| {
                debugger.step(Step::Over, 1);
            }),
            KeyCode::Char('b') => self.run(|debugger| {
                debugger.back(1);
            }),
            KeyCode::Char('c') => self.run(|debugger| {
                debugger.resume();
            }),
            KeyCode::Char('r') => self.run(|debugger| {
                debugger.resume_back();
            }),
            KeyCode::Char('t') => self.transposed = !self.transposed,
            KeyCode::Char('v') => {
                self.shown = match self.shown {
                    Shown::Vectors => Shown::Scalars,
                    Shown::Scalars => Shown::Special,
                    Shown::Special => Shown::Vectors,
                };
                self.first_register = 0;
            }
            KeyCode::Char('m') => {
                let buffers = self.debugger.buffers();
                self.buffer = (self.buffer + 1) % buffers.len().max(1);
                self.memory = buffers.get(self.buffer).map(|(name, buffer)| (buffer.address, name.clone()));
            }
            KeyCode::Char('w') => self.next_wave(),
            KeyCode::Char(':') | KeyCode::Enter => {
                self.recalled = self.history.len();
                self.command = Some(String::new());
            }
            KeyCode::Char('q') => self.ends = true,
            KeyCode::Up => self.first_register = self.first_register.saturating_sub(1),
            KeyCode::Down => self.first_register += 1,
            KeyCode::Left => self.first_lane = self.first_lane.saturating_sub(1),
            KeyCode::Right => self.first_lane += 1,
            KeyCode::PageUp => self.first_register = self.first_register.saturating_sub(page),
            KeyCode::PageDown => self.first_register += page,
            KeyCode::Home => (self.first_register, self.first_lane) = (0, 0),
            _ => {}
        }
        let lanes = self.debugger.session().device().target().lanes();
        self.first_lane = self.first_lane.min(lanes - 1);
        let registers = match self.shown {
            Shown::Vectors => self.debugger.registers(true).len(),
            Shown::Scalars => self.debugger.registers(false).len(),
            Shown::Special => self.debugger.specials().len(),
        };
        self.first_register = self.first_register.min(registers.saturating_sub(1));
    }

    fn next_wave(&mut self) {
        let groups = self.debugger.session().workgroups().iter();
        let ids: Vec<WaveId> =
            groups.flat_map(|group| group.waves.iter().map(|wave| (group.id, wave.number))).collect();
        let at = ids.iter().position(|id| Some(*id) == self.debugger.selected());
        if let Some(id) = ids.get(at.map_or(0, |at| (at + 1) % ids.len().max(1))) {
            // It was among those under way.
            let _ = self.debugger.select(*id);
        }
    }
}

/// Shows a debugger on the terminal until the user ends it. While the program runs, a key interrupts it.
///
/// # Errors
/// The terminal cannot be used.
pub fn show(debugger: Debugger) -> io::Result<Debugger> {
    let mut terminal = ratatui::try_init()?;
    let mut screen = Screen::new(debugger);
    let result = (|| {
        while !screen.ends {
            terminal.draw(|frame| screen.draw(frame))?;
            if let Event::Key(key) = event::read()?
                && key.kind != KeyEventKind::Release
            {
                interruptibly(&mut screen, key);
            }
        }
        Ok(())
    })();
    ratatui::try_restore()?;
    result.map(|()| screen.debugger)
}

/// Handles a key. If that takes long, another key interrupts it.
fn interruptibly(screen: &mut Screen, key: KeyEvent) {
    const LONG: Duration = Duration::from_millis(200);
    let progress = screen.debugger.progress();
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let watch = || {
            while !done.load(Ordering::Relaxed) {
                std::thread::park_timeout(LONG);
                if done.load(Ordering::Relaxed) || !event::poll(Duration::ZERO).unwrap_or(false) {
                    continue;
                }
                if let Ok(Event::Key(key)) = event::read()
                    && key.kind != KeyEventKind::Release
                {
                    progress.interrupt();
                }
            }
        };
        let watcher = std::thread::Builder::new().spawn_scoped(scope, watch);
        screen.key(key);
        done.store(true, Ordering::Relaxed);
        if let Ok(watcher) = watcher {
            watcher.thread().unpark();
        }
    });
}
