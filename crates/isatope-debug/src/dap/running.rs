//! Requests that run the program.

use std::cell::RefCell;
use std::io::{self, Write};

use isatope::emulator::State;
use serde_json::{Value, json};

use super::{Inbox, Output, Server, Shared, command_of};
use crate::debugger::{Debugger, Reason, Step};
use crate::stops::WaveId;

/// Requests for which a run ends.
const STOPPING: [&str; 4] = ["pause", "disconnect", "terminate", "restart"];

/// The most threads that a client is told.
const MOST_THREADS: usize = 512;

impl<W: Write + 'static> Server<'_, W> {
    /// Starts when the program is there and the client has set everything.
    pub(super) fn begin(&mut self) -> io::Result<()> {
        if self.started || !self.configured || self.debugger.is_none() {
            return Ok(());
        }
        self.started = true;
        let over = self.debugger.as_ref().is_some_and(|debugger| debugger.session().over().is_some());
        match self.stops_on_entry && !over {
            true => self.stopped_for("entry"),
            false => self.run("first", &Value::Null),
        }
    }

    /// Runs as a request says, and tells the client where the run stopped.
    pub(super) fn run(&mut self, command: &str, arguments: &Value) -> io::Result<()> {
        self.forget();
        if let Some(stops) = arguments["arguments"]["stopOnEntry"].as_bool() {
            self.stops_on_entry = stops;
        }
        let Some(debugger) = &mut self.debugger else { return Ok(()) };
        let was_over = debugger.session().over().is_some();
        let by_instruction = arguments["granularity"] == "instruction";
        match command {
            "continue" => debugger.resume(),
            // The first instruction may have a breakpoint.
            "first" => debugger.begin(),
            "next" if by_instruction => debugger.step(Step::Over, 1),
            "next" => debugger.step(Step::LineOver, 1),
            "stepIn" if by_instruction => debugger.step(Step::Instruction, 1),
            "stepIn" => debugger.step(Step::Line, 1),
            "stepOut" => debugger.step(Step::Out, 1),
            "stepBack" if by_instruction => debugger.back(1),
            "stepBack" => debugger.back_line(),
            "restart" if self.stops_on_entry => debugger.restart(),
            "restart" => {
                debugger.restart();
                debugger.begin()
            }
            _ => debugger.resume_back(),
        };
        let reason = debugger.reason().clone();
        self.has_paused = self.inbox.is_waiting();
        match reason {
            Reason::Done if !self.stops_at_end => self.exited(0),
            Reason::Fault if was_over && command == "continue" => self.exited(3),
            _ if command == "restart" && self.stops_on_entry => self.stopped_for("entry"),
            _ => self.stopped(),
        }
    }

    fn exited(&mut self, code: u8) -> io::Result<()> {
        self.event("exited", json!({ "exitCode": code }))?;
        self.event("terminated", json!({}))
    }

    /// Tells the client that the run stopped, and why.
    fn stopped(&mut self) -> io::Result<()> {
        let Some(debugger) = &self.debugger else { return Ok(()) };
        let name = match debugger.reason() {
            Reason::Step => "step",
            Reason::Breakpoint(_) | Reason::Condition(..) => "breakpoint",
            Reason::Change(_) => "data breakpoint",
            Reason::Launch | Reason::Beginning => "entry",
            Reason::Interrupted => "pause",
            Reason::Done => "end",
            Reason::Fault => "exception",
        };
        self.stopped_for(name)
    }

    /// Tells the client that the run stopped, for a reason that it knows.
    pub(super) fn stopped_for(&mut self, reason: &str) -> io::Result<()> {
        self.forget();
        let thread = self.current_thread();
        let Some(debugger) = &self.debugger else { return Ok(()) };
        let mut body = json!({ "reason": reason, "threadId": thread, "allThreadsStopped": true });
        let text = debugger.reason_text();
        if !text.is_empty() && !matches!(reason, "entry" | "pause" | "goto") {
            body["description"] = text.lines().next().unwrap_or_default().into();
            body["text"] = text.strip_prefix("fault: ").unwrap_or(&text).into();
        }
        let ids: Vec<u32> = match debugger.reason() {
            Reason::Breakpoint(ids) => ids.clone(),
            Reason::Change(changes) => changes.iter().map(|(id, _)| *id).collect(),
            Reason::Condition(id, _) => vec![*id],
            _ => Vec::new(),
        };
        if !ids.is_empty() && reason.contains("breakpoint") {
            body["hitBreakpointIds"] = ids.into();
        }
        let output = (reason == "exception").then(|| text + "\n");
        self.event("stopped", body)?;
        match output {
            Some(text) => self.event("output", json!({ "category": "stderr", "output": text })),
            None => Ok(()),
        }
    }

    /// Forgets what is only valid until the run goes on.
    pub(super) fn forget(&mut self) {
        self.frames.clear();
        self.containers.clear();
    }

    /// The number of the wavefront that is looked at.
    fn current_thread(&mut self) -> usize {
        let selected = self.debugger.as_ref().and_then(Debugger::selected);
        match selected {
            None => 1,
            Some(id) => self.shared.borrow_mut().number(id),
        }
    }

    /// Looks at the wavefront of a request.
    pub(super) fn look_at(&mut self, arguments: &Value) -> Result<(), String> {
        let id = self.shared.borrow().thread(&arguments["threadId"])?;
        let debugger = self.debugger_mut()?;
        match id.filter(|id| debugger.find(*id).is_some()) {
            Some(id) => debugger.select(id),
            // One that has ended: what comes next is another one's.
            None => Ok(()),
        }
    }
}

impl Shared {
    /// The wavefront with a number; `None` if nobody has asked for any yet, or the request says none.
    pub(super) fn thread(&self, number: &Value) -> Result<Option<WaveId>, String> {
        let Some(number) = number.as_u64().filter(|_| !self.threads.is_empty()) else { return Ok(None) };
        let index = usize::try_from(number).ok().and_then(|number| number.checked_sub(1));
        let id = index.and_then(|index| self.threads.get(index)).copied();
        id.map(Some).ok_or_else(|| format!("there is no thread {number}"))
    }

    /// The number of a wavefront.
    fn number(&mut self, id: WaveId) -> usize {
        let known = self.threads.iter().position(|other| *other == id);
        known.unwrap_or_else(|| {
            self.threads.push(id);
            self.threads.len() - 1
        }) + 1
    }

    /// The wavefronts that are under way.
    pub(super) fn list_threads(&mut self, debugger: Option<&Debugger>) -> Value {
        let Some(debugger) = debugger else { return json!({ "threads": [] }) };
        let groups = debugger.session().workgroups().iter();
        let waves = groups.flat_map(|group| group.waves.iter().map(move |wave| (group.id, wave)));
        let under_way = waves.filter(|(_, wave)| wave.state != State::Ended);
        let mut ids: Vec<_> = under_way.map(|(group, wave)| (group, wave.number)).take(MOST_THREADS).collect();
        // The one that is looked at is among them.
        ids.extend(debugger.selected().filter(|id| !ids.contains(id)));
        let called = debugger.called().wave;
        let mut all: Vec<Value> = Vec::new();
        for id in ids {
            let number = self.number(id);
            let ([x, y, z], wave) = id;
            all.push(json!({ "id": number, "name": format!("workgroup {x},{y},{z} {called} {wave}") }));
        }
        if all.is_empty() {
            all.push(json!({ "id": 1, "name": "ended" }));
        }
        json!({ "threads": all })
    }
}

/// Answers the requests that came in the midst of a run. Returns whether the run goes on: some requests wait for its
/// end.
pub(super) fn meanwhile<W: Write>(
    inbox: &Inbox,
    output: &RefCell<Output<W>>,
    shared: &RefCell<Shared>,
    debugger: &mut Debugger,
) -> bool {
    while let Some(request) = inbox.poll(|request| !STOPPING.contains(&command_of(request))) {
        let (command, arguments) = (command_of(&request), &request["arguments"]);
        let reply = match command {
            "threads" => Ok(shared.borrow_mut().list_threads(Some(debugger))),
            "setExceptionBreakpoints" => Ok(json!({ "breakpoints": [] })),
            _ => match shared.borrow_mut().set(command, arguments, Some(debugger)) {
                Some(reply) => reply,
                None => Err("the program is running: send `pause` first".to_string()),
            },
        };
        // A client that went away is noticed at the next answer.
        let _ = output.borrow_mut().respond(&request, reply);
    }
    !inbox.is_waiting()
}
