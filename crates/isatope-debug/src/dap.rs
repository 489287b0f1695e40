//! The Debug Adapter Protocol: editors drive the debugger through a stream of messages.
//!
//! Threads are the wavefronts that are under way. Each request is a function of JSON that gives JSON.

mod breakpoints;
mod inspect;
mod memory;
mod running;
mod source;
mod variables;
mod wire;

use std::cell::{Cell, RefCell};
use std::io::{self, BufReader, Read, Write};
use std::rc::Rc;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::sync::{Arc, Mutex, PoisonError};

use isatope::emulator::Progress;
use serde_json::{Map, Value, json};

use crate::debugger::{Debugger, Frame, Loaded};
use crate::stops::WaveId;
use breakpoints::Wanted;
use source::Listing;
use variables::Container;

/// Loads what a client wants to launch: words of the command line of `isatope debug`.
pub type Load<'a> = &'a mut dyn FnMut(&[String]) -> Result<Loaded, String>;

/// The run that each message interrupts, once there is one. That of a run that has ended only delays the next one.
type Running = Arc<Mutex<Option<Arc<Progress>>>>;

/// What a request gives: a body, or what is wrong.
type Reply = Result<Value, String>;

/// The options of `launch` that are words of the command line.
const OPTIONS: [&str; 18] = [
    "target",
    "dialect",
    "image",
    "kernel",
    "grid",
    "group",
    "offset",
    "stack",
    "seed",
    "max-instructions",
    "reverse",
    "garbage",
    "poison",
    "unaligned-scratch",
    "check-init",
    "check-races",
    "allow-same-value",
    "check-waits",
];

/// An option as clients write it: in one word, with capitals.
fn camel(option: &str) -> String {
    let mut parts = option.split('-');
    let mut name = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let (first, rest) = part.split_at(1);
        name += &first.to_ascii_uppercase();
        name += rest;
    }
    name
}

/// Sends messages to a client, with their numbers.
struct Output<W> {
    writer: W,
    sequence: u64,
}

impl<W: Write> Output<W> {
    fn send(&mut self, mut message: Value) -> io::Result<()> {
        self.sequence += 1;
        message["seq"] = self.sequence.into();
        wire::write(&mut self.writer, &message)
    }

    fn event(&mut self, name: &str, body: Value) -> io::Result<()> {
        self.send(json!({ "type": "event", "event": name, "body": body }))
    }

    /// Answers a request.
    fn respond(&mut self, request: &Value, reply: Reply) -> io::Result<()> {
        if request["type"] != "request" {
            return Ok(());
        }
        let mut response = json!({
            "type": "response", "request_seq": request["seq"], "command": command_of(request), "success": reply.is_ok(),
        });
        match reply {
            Ok(Value::Null) => {}
            Ok(body) => response["body"] = body,
            Err(message) => {
                response["body"] = json!({ "error": { "id": 1, "format": escaped(&message), "showUser": true } });
                response["message"] = message.into();
            }
        }
        self.send(response)
    }
}

/// The state that requests share if they may come in the midst of a run.
#[derive(Default)]
struct Shared {
    listing: Option<Listing>,
    /// Breakpoints that the client wants.
    wanted: Wanted,
    /// Wavefronts by the numbers that clients have for them, from 1.
    threads: Vec<WaveId>,
    /// The client counts lines from 0.
    from_zero: bool,
}

impl Shared {
    /// A line as the client counts it.
    fn line_out(&self, line: u32) -> u32 {
        line - u32::from(self.from_zero && line > 0)
    }

    /// A line as everybody else counts it.
    fn line_in(&self, line: &Value) -> u32 {
        line.as_u64().unwrap_or_default() as u32 + u32::from(self.from_zero)
    }
}

/// The messages of the client, in their order.
struct Inbox {
    receiver: Receiver<io::Result<Value>>,
    /// The one that waits for the end of the run.
    waiting: RefCell<Option<io::Result<Value>>>,
    is_closed: Cell<bool>,
}

impl Inbox {
    fn new(receiver: Receiver<io::Result<Value>>) -> Self {
        Self { receiver, waiting: RefCell::default(), is_closed: Cell::new(false) }
    }

    /// The next message. `None` after the last one.
    fn next(&self) -> Option<io::Result<Value>> {
        let waiting = self.waiting.borrow_mut().take();
        waiting.or_else(|| self.receiver.recv().ok())
    }

    /// The next message, if it is there already and can be answered now. Another one waits.
    fn poll(&self, can_be_answered: impl Fn(&Value) -> bool) -> Option<Value> {
        if self.is_waiting() {
            return None;
        }
        match self.receiver.try_recv() {
            Ok(Ok(message)) if can_be_answered(&message) => return Some(message),
            Ok(other) => *self.waiting.borrow_mut() = Some(other),
            Err(TryRecvError::Empty) => {}
            Err(TryRecvError::Disconnected) => self.is_closed.set(true),
        }
        None
    }

    /// Whether something waits for the end of the run.
    fn is_waiting(&self) -> bool {
        self.is_closed.get() || self.waiting.borrow().is_some()
    }
}

/// The command of a request; empty for other messages.
fn command_of(message: &Value) -> &str {
    let command = if message["type"] == "request" { message["command"].as_str() } else { None };
    command.unwrap_or_default()
}

/// A server of one client.
struct Server<'a, W> {
    output: Rc<RefCell<Output<W>>>,
    load: Load<'a>,
    running: Running,
    debugger: Option<Debugger>,
    inbox: Rc<Inbox>,
    shared: Rc<RefCell<Shared>>,
    frames: Vec<(WaveId, Frame)>,
    containers: Vec<Container>,
    columns_from_zero: bool,
    configured: bool,
    stops_on_entry: bool,
    stops_at_end: bool,
    started: bool,
    /// A command has moved the run or changed something.
    has_moved: bool,
    /// The run has ended for the request that is next, and the client was told.
    has_paused: bool,
    ends: bool,
}

/// Serves one client, until it disconnects.
///
/// # Errors
/// The client cannot be read or written.
pub fn serve(input: impl Read + Send + 'static, output: impl Write + 'static, load: Load) -> io::Result<()> {
    let running = Running::default();
    let inbox = Rc::new(Inbox::new(listen(input, running.clone())?));
    let mut server = Server {
        output: Rc::new(RefCell::new(Output { writer: output, sequence: 0 })),
        load,
        running,
        debugger: None,
        inbox: inbox.clone(),
        shared: Rc::default(),
        frames: Vec::new(),
        containers: Vec::new(),
        columns_from_zero: false,
        configured: false,
        stops_on_entry: true,
        stops_at_end: false,
        started: false,
        has_moved: false,
        has_paused: false,
        ends: false,
    };
    while let Some(message) = inbox.next() {
        server.answer(&message?)?;
        if server.ends {
            break;
        }
    }
    Ok(())
}

/// Reads messages on another thread, so that they interrupt a run.
fn listen(input: impl Read + Send + 'static, running: Running) -> io::Result<Receiver<io::Result<Value>>> {
    let (sender, receiver) = channel();
    let read = move || {
        let mut input = BufReader::new(input);
        let mut sender = Some(sender);
        while let Some(open) = &sender {
            let message = wire::read(&mut input).transpose();
            let is_last = message.as_ref().is_none_or(Result::is_err);
            let is_lost = message.is_some_and(|message| open.send(message).is_err());
            if is_last || is_lost {
                sender = None;
            }
            // The message is there before the run looks for it.
            if let Some(progress) = &*running.lock().unwrap_or_else(PoisonError::into_inner) {
                progress.interrupt();
            }
        }
    };
    std::thread::Builder::new().name("dap".to_string()).spawn(read)?;
    Ok(receiver)
}

impl<W: Write + 'static> Server<'_, W> {
    fn event(&mut self, name: &str, body: Value) -> io::Result<()> {
        self.output.borrow_mut().event(name, body)
    }

    /// Answers a request, and does what comes after the answer.
    fn answer(&mut self, request: &Value) -> io::Result<()> {
        if request["type"] != "request" {
            return Ok(());
        }
        let (command, arguments) = (command_of(request), &request["arguments"]);
        let reply = self.handle(command, arguments);
        let done = reply.is_ok();
        self.output.borrow_mut().respond(request, reply)?;
        if done { self.after(command, arguments) } else { Ok(()) }
    }

    fn handle(&mut self, command: &str, arguments: &Value) -> Reply {
        if let Some(reply) = self.shared.borrow_mut().set(command, arguments, self.debugger.as_mut()) {
            return reply;
        }
        match command {
            "initialize" => self.initialize(arguments),
            "launch" => self.launch(arguments),
            "attach" => {
                Err("there is nothing to attach to: a program is launched on the emulator, with `launch`".into())
            }
            "configurationDone" => {
                self.configured = true;
                Ok(Value::Null)
            }
            "disconnect" | "terminate" => Ok(Value::Null),
            "setExceptionBreakpoints" => Ok(json!({ "breakpoints": [] })),
            "threads" => Ok(self.shared.borrow_mut().list_threads(self.debugger.as_ref())),
            _ if self.debugger.is_none() => Err(format!("`{command}` needs a program: send `launch` first")),
            "dataBreakpointInfo" => self.data_breakpoint_info(arguments),
            "stackTrace" => self.stack_trace(arguments),
            "scopes" => self.scopes(arguments),
            "variables" => self.variables(arguments),
            "setVariable" => self.set_variable(arguments),
            "setExpression" => self.set_expression(arguments),
            "evaluate" => self.evaluate(arguments),
            "completions" => self.completions(arguments),
            "source" => self.source(arguments),
            "loadedSources" => self.loaded_sources(),
            "disassemble" => self.disassemble(arguments),
            "readMemory" => self.read_memory(arguments),
            "writeMemory" => self.write_memory(arguments),
            "exceptionInfo" => self.exception_info(),
            "gotoTargets" => self.goto_targets(arguments),
            "goto" => self.goto(arguments),
            "continue" => {
                // All threads go on.
                self.shared.borrow().thread(&arguments["threadId"])?;
                Ok(json!({ "allThreadsContinued": true }))
            }
            "next" | "stepIn" | "stepOut" | "stepBack" | "reverseContinue" => {
                self.look_at(arguments).map(|()| Value::Null)
            }
            "pause" | "restart" => Ok(Value::Null),
            _ => Err(format!("the request `{command}` is not known")),
        }
    }

    /// What follows an answer: events, and runs, which end with an event.
    fn after(&mut self, command: &str, arguments: &Value) -> io::Result<()> {
        match command {
            "initialize" => self.event("initialized", json!({})),
            "launch" => {
                self.place_wanted()?;
                self.begin()
            }
            "configurationDone" => self.begin(),
            "disconnect" | "terminate" => {
                if command == "terminate" && self.debugger.is_some() {
                    self.event("terminated", json!({}))?;
                } else {
                    self.ends = true;
                }
                Ok(())
            }
            "continue" | "next" | "stepIn" | "stepOut" | "stepBack" | "reverseContinue" | "restart" => {
                self.run(command, arguments)
            }
            "pause" if std::mem::take(&mut self.has_paused) => Ok(()),
            "pause" => self.stopped_for("pause"),
            "goto" => self.stopped_for("goto"),
            "evaluate" => self.after_evaluate(),
            _ => Ok(()),
        }
    }

    fn initialize(&mut self, arguments: &Value) -> Reply {
        self.shared.borrow_mut().from_zero = arguments["linesStartAt1"] == false;
        self.columns_from_zero = arguments["columnsStartAt1"] == false;
        let mut body = Map::new();
        for name in [
            "supportsConfigurationDoneRequest",
            "supportsConditionalBreakpoints",
            "supportsHitConditionalBreakpoints",
            "supportsEvaluateForHovers",
            "supportsStepBack",
            "supportsSetVariable",
            "supportsSetExpression",
            "supportsRestartRequest",
            "supportsExceptionInfoRequest",
            "supportTerminateDebuggee",
            "supportsTerminateRequest",
            "supportsDataBreakpoints",
            "supportsDataBreakpointBytes",
            "supportsReadMemoryRequest",
            "supportsWriteMemoryRequest",
            "supportsDisassembleRequest",
            "supportsInstructionBreakpoints",
            "supportsFunctionBreakpoints",
            "supportsLogPoints",
            "supportsCompletionsRequest",
            "supportsSteppingGranularity",
            "supportsGotoTargetsRequest",
            "supportsLoadedSourcesRequest",
            "supportsValueFormattingOptions",
        ] {
            body.insert(name.to_string(), true.into());
        }
        body.insert("exceptionBreakpointFilters".into(), json!([]));
        Ok(body.into())
    }

    fn launch(&mut self, arguments: &Value) -> Reply {
        if self.debugger.is_some() {
            return Err("a program has been launched: a session has one".to_string());
        }
        let words = launch_words(arguments)?;
        let loaded = (self.load)(&words)?;
        self.stops_on_entry = arguments["stopOnEntry"].as_bool().unwrap_or(true);
        self.stops_at_end = arguments["stopAtEnd"].as_bool().unwrap_or(false);
        let mut debugger = Debugger::new(loaded)?;
        let output = self.output.clone();
        debugger.on_log(move |text| {
            // A client that went away is noticed at the next answer.
            let body = json!({ "category": "console", "output": format!("{text}\n") });
            let _ = output.borrow_mut().event("output", body);
        });
        let (inbox, output, shared) = (self.inbox.clone(), self.output.clone(), self.shared.clone());
        debugger.on_interrupt(move |debugger| running::meanwhile(&inbox, &output, &shared, debugger));
        *self.running.lock().unwrap_or_else(PoisonError::into_inner) = Some(debugger.progress());
        self.shared.borrow_mut().listing = Some(Listing::of(&debugger));
        self.debugger = Some(debugger);
        Ok(Value::Null)
    }

    /// The debugger; requests without a program have been refused.
    fn debugger(&self) -> Result<&Debugger, String> {
        self.debugger.as_ref().ok_or_else(|| "nothing is launched".to_string())
    }

    fn debugger_mut(&mut self) -> Result<&mut Debugger, String> {
        self.debugger.as_mut().ok_or_else(|| "nothing is launched".to_string())
    }
}

/// Braces are places for variables in messages.
fn escaped(message: &str) -> String {
    message.replace('{', "(").replace('}', ")")
}

/// The words of the command line that `launch` says.
fn launch_words(arguments: &Value) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut text = |name: &str, value: &Value| -> Result<(), String> {
        let value = match value {
            Value::Null | Value::Bool(false) => return Ok(()),
            Value::Bool(true) => {
                words.push(format!("--{name}"));
                return Ok(());
            }
            Value::String(text) => text.clone(),
            Value::Number(number) => number.to_string(),
            Value::Array(numbers) => {
                let parts = numbers.iter().map(|number| match number {
                    Value::Number(number) => Ok(number.to_string()),
                    Value::String(text) => Ok(text.clone()),
                    other => Err(format!("`{name}` of `launch` has `{other}`, which is no number")),
                });
                parts.collect::<Result<Vec<_>, _>>()?.join(",")
            }
            Value::Object(_) => return Err(format!("`{name}` of `launch` is an object: give a text or a number")),
        };
        words.push(format!("--{name}={value}"));
        Ok(())
    };
    for name in OPTIONS {
        let value = if arguments[name].is_null() { &arguments[camel(name).as_str()] } else { &arguments[name] };
        text(name, value)?;
    }
    text("manifest", &arguments["manifest"])?;
    match &arguments["args"] {
        Value::Null => {}
        Value::Array(all) => all.iter().try_for_each(|argument| text("arg", argument))?,
        _ => return Err("`args` of `launch` is no list: give one text for each argument of the kernel".to_string()),
    }
    match (&arguments["program"], &arguments["manifest"]) {
        (Value::String(program), _) => words.extend(["--".to_string(), program.clone()]),
        (_, Value::String(_)) => {}
        _ => return Err("`launch` needs `program`, with `grid` and `group`, or `manifest`".to_string()),
    }
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_package_and_the_documentation_know_every_option() {
        let package = isatope_testing::text(isatope_testing::root().join("editors/vscode/package.json"));
        let package: Value = serde_json::from_str(&package).expect("JSON");
        let known = &package["contributes"]["debuggers"][0]["configurationAttributes"]["launch"]["properties"];
        let mut known: Vec<&str> = known.as_object().expect("an object").keys().map(String::as_str).collect();
        let mut all: Vec<String> = OPTIONS.iter().copied().map(camel).collect();
        all.extend(["program", "manifest", "args", "stopOnEntry", "stopAtEnd"].map(str::to_string));
        all.sort_unstable();
        known.sort_unstable();
        assert_eq!(known, all);
        let docs = isatope_testing::text(isatope_testing::root().join("docs/debug.md"));
        for name in all {
            assert!(docs.contains(&format!("`{name}`")) || docs.contains(&format!("\"{name}\"")), "{name}");
        }
    }

    #[test]
    fn launches_are_words() {
        let words = launch_words(&json!({
            "program": "a.co", "grid": [64, 1], "group": 64, "args": ["zero:64", 5, "1.5"], "checkInit": true, "seed": null,
        }));
        let expected =
            ["--grid=64,1", "--group=64", "--check-init", "--arg=zero:64", "--arg=5", "--arg=1.5", "--", "a.co"];
        assert_eq!(words, Ok(expected.map(str::to_string).to_vec()));
        assert!(launch_words(&json!({})).is_err());
        assert!(launch_words(&json!({ "program": "a", "args": "5" })).is_err());
    }
}
