//! A client of the Debug Adapter Protocol drives `isatope dap` through pipes.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use isatope_testing::root;
use serde_json::{Value, json};

/// A client, and the command that serves it.
struct Client {
    server: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    sequence: u64,
    /// Events that came while something else was waited for.
    events: VecDeque<Value>,
}

impl Client {
    fn new() -> Self {
        let mut server = Command::new(env!("CARGO_BIN_EXE_isatope"))
            .arg("dap")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("it starts");
        let (input, output) = (server.stdin.take().expect("piped"), server.stdout.take().expect("piped"));
        Self { server, input, output: BufReader::new(output), sequence: 0, events: VecDeque::new() }
    }

    fn message(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            assert_ne!(self.output.read_line(&mut line).expect("readable"), 0, "the server has ended");
            match line.trim_end().split_once(": ") {
                Some(("Content-Length", value)) => length = value.parse().expect("a number"),
                Some(_) => {}
                None => break,
            }
        }
        let mut bytes = vec![0; length];
        self.output.read_exact(&mut bytes).expect("readable");
        serde_json::from_slice(&bytes).expect("JSON")
    }

    fn send(&mut self, command: &str, arguments: Value) -> u64 {
        self.sequence += 1;
        let text =
            json!({ "seq": self.sequence, "type": "request", "command": command, "arguments": arguments }).to_string();
        write!(self.input, "Content-Length: {}\r\n\r\n{text}", text.len()).expect("writable");
        self.sequence
    }

    /// The response to a request, whole.
    fn response(&mut self, command: &str, arguments: Value) -> Value {
        let sequence = self.send(command, arguments);
        loop {
            let message = self.message();
            match message["type"].as_str() {
                Some("response") => {
                    assert_eq!(message["request_seq"], sequence, "{message}");
                    assert_eq!(message["command"], command);
                    return message;
                }
                _ => self.events.push_back(message),
            }
        }
    }

    /// The body of the response to a request, which succeeds.
    fn ask(&mut self, command: &str, arguments: Value) -> Value {
        let response = self.response(command, arguments);
        assert_eq!(response["success"], true, "{command}: {response}");
        response["body"].clone()
    }

    /// What is wrong with a request.
    fn refused(&mut self, command: &str, arguments: Value) -> String {
        let response = self.response(command, arguments);
        assert_eq!(response["success"], false, "{command}: {response}");
        response["message"].as_str().expect("a text").to_string()
    }

    /// The body of the next event with a name. Others are skipped.
    fn event(&mut self, name: &str) -> Value {
        loop {
            let event = self.events.pop_front().unwrap_or_else(|| self.message());
            if event["event"] == name {
                return event["body"].clone();
            }
        }
    }

    /// Starts a program and waits until it stops at its beginning.
    fn launch(&mut self, arguments: Value) -> Value {
        let abilities = self.ask("initialize", json!({ "adapterID": "isatope", "linesStartAt1": true }));
        assert_eq!(abilities["supportsStepBack"], true);
        self.event("initialized");
        self.ask("launch", arguments);
        self.ask("configurationDone", json!({}));
        self.event("stopped")
    }

    /// The frames of the wavefront that stopped.
    fn frames(&mut self, thread: &Value) -> Vec<Value> {
        self.ask("stackTrace", json!({ "threadId": thread }))["stackFrames"].as_array().expect("a list").clone()
    }

    fn scope(&mut self, frame: &Value, name: &str) -> Value {
        let scopes = self.ask("scopes", json!({ "frameId": frame["id"] }));
        let found = scopes["scopes"]
            .as_array()
            .expect("a list")
            .iter()
            .find(|s| s["name"].as_str().is_some_and(|n| n.starts_with(name)));
        found.unwrap_or_else(|| panic!("{name} in {scopes}"))["variablesReference"].clone()
    }

    fn variable(&mut self, reference: &Value, name: &str) -> Value {
        let all = self.ask("variables", json!({ "variablesReference": reference }));
        let found = all["variables"].as_array().expect("a list").iter().find(|v| v["name"] == name);
        found.unwrap_or_else(|| panic!("{name} in {all}")).clone()
    }

    fn end(mut self) {
        self.ask("disconnect", json!({}));
        assert!(self.server.wait().expect("it ends").success());
    }
}

fn file(path: &str) -> String {
    root().join(path).display().to_string()
}

#[test]
fn a_kernel_is_stepped_and_inspected() {
    let mut client = Client::new();
    let stopped = client.launch(json!({ "manifest": file("examples/vadd.json") }));
    assert_eq!(stopped["reason"], "entry");
    let threads = client.ask("threads", json!({}));
    assert!(threads["threads"][0]["name"].as_str().expect("a text").contains("wavefront 0"), "{threads}");
    let thread = stopped["threadId"].clone();
    let frames = client.frames(&thread);
    assert!(client.refused("stackTrace", json!({ "threadId": 99 })).contains("no thread 99"));
    let pc = frames[0]["instructionPointerReference"].as_str().expect("a text").to_string();
    assert!(frames[0]["source"]["path"].as_str().expect("a path").ends_with("vadd.s"), "{frames:?}");

    // Registers by lane, in pages.
    let vectors = client.scope(&frames[0], "Vector");
    let v0 = client.variable(&vectors, "v0");
    assert_eq!(v0["indexedVariables"], 64);
    let lanes = client.ask("variables", json!({ "variablesReference": v0["variablesReference"] }));
    assert_eq!(lanes["variables"].as_array().expect("a list").len(), 64);
    let page =
        client.ask("variables", json!({ "variablesReference": v0["variablesReference"], "start": 16, "count": 3 }));
    let values: Vec<&str> =
        page["variables"].as_array().expect("a list").iter().filter_map(|v| v["value"].as_str()).collect();
    assert_eq!(values, ["0x10", "0x11", "0x12"]);
    assert_eq!(page["variables"][0]["evaluateName"], "v0[16]");

    // Exactly as many rows as asked for, ascending, those before the code invalid.
    let rows =
        client.ask("disassemble", json!({ "memoryReference": pc, "instructionOffset": -5, "instructionCount": 10 }));
    let rows = rows["instructions"].as_array().expect("a list");
    assert_eq!(rows.len(), 10);
    assert!(rows[..5].iter().all(|row| row["presentationHint"] == "invalid"), "{rows:?}");
    assert_eq!(rows[5]["address"], pc.as_str());
    let number = |row: &Value| {
        u64::from_str_radix(row["address"].as_str().expect("a text").trim_start_matches("0x"), 16).expect("a number")
    };
    assert!(rows.windows(2).all(|pair| number(&pair[0]) < number(&pair[1])), "{rows:?}");

    // Forward and back.
    client.ask("stepIn", json!({ "threadId": thread, "granularity": "instruction" }));
    assert_eq!(client.event("stopped")["reason"], "step");
    let next = client.frames(&thread)[0]["instructionPointerReference"].clone();
    assert_ne!(next, pc.as_str());
    client.ask("stepBack", json!({ "threadId": thread, "granularity": "instruction" }));
    client.event("stopped");
    let frames = client.frames(&thread);
    assert_eq!(frames[0]["instructionPointerReference"], pc.as_str());

    // A register is changed, and what it was is there again one step before.
    client.ask("stepIn", json!({ "threadId": thread, "granularity": "instruction" }));
    client.event("stopped");
    let frames = client.frames(&thread);
    let vectors = client.scope(&frames[0], "Vector");
    let v0 = client.variable(&vectors, "v0");
    let set = json!({ "variablesReference": v0["variablesReference"], "name": "[3]", "value": "0x77" });
    assert_eq!(client.ask("setVariable", set)["value"], "0x77");
    let found = client.ask("evaluate", json!({ "expression": "v0[3] + 1", "context": "watch" }));
    assert_eq!(found["result"], "120 (0x78)");
    assert!(
        client
            .refused("evaluate", json!({ "expression": "v0[64]", "context": "hover" }))
            .contains("there is no lane 64")
    );
    client.ask("stepBack", json!({ "threadId": thread, "granularity": "instruction" }));
    client.event("stopped");
    assert_eq!(client.ask("evaluate", json!({ "expression": "v0[3]" }))["result"], "0x3");

    // The command line of the debugger.
    let answer = client.ask("evaluate", json!({ "expression": "step 2", "context": "repl" }));
    assert!(answer["result"].as_str().expect("a text").contains("=> "), "{answer}");
    assert_eq!(client.event("stopped")["reason"], "step");
    client.ask("continue", json!({ "threadId": thread }));
    assert_eq!(client.event("exited")["exitCode"], 0);
    client.event("terminated");
    client.end();
}

#[test]
fn breakpoints_stop_in_both_directions() {
    let mut client = Client::new();
    client.ask("initialize", json!({}));
    client.event("initialized");
    // Before the program is there, and in the order in which some clients send it.
    let source = json!({ "path": file("examples/vadd.s") });
    let text = std::fs::read_to_string(root().join("examples/vadd.s")).expect("readable");
    let line = |what: &str| text.lines().position(|line| line.contains(what)).expect("it is there") + 1;
    let store = line("global_store");
    let early = client.ask("setBreakpoints", json!({ "source": source, "breakpoints": [{ "line": store }] }));
    assert_eq!(early["breakpoints"][0]["verified"], false);
    client.ask("configurationDone", json!({}));
    client.ask("launch", json!({ "manifest": file("examples/vadd.json"), "stopOnEntry": false }));
    let changed = client.event("breakpoint");
    assert_eq!((&changed["breakpoint"]["verified"], &changed["breakpoint"]["line"]), (&json!(true), &json!(store)));
    assert_eq!(changed["breakpoint"]["id"], early["breakpoints"][0]["id"]);
    let stopped = client.event("stopped");
    assert_eq!(stopped["reason"], "breakpoint", "{stopped}");
    let thread = stopped["threadId"].clone();
    let frames = client.frames(&thread);
    assert_eq!(frames[0]["line"], store);

    // An instruction, under a condition that one lane fulfils.
    let pc = frames[0]["instructionPointerReference"].clone();
    client.ask("setBreakpoints", json!({ "source": source, "breakpoints": [] }));
    let made = client.ask(
        "setInstructionBreakpoints",
        json!({ "breakpoints": [
        { "instructionReference": pc, "condition": "wave == 0 && group.x == 2" },
        { "instructionReference": pc, "offset": 2 },
    ] }),
    );
    assert_eq!(made["breakpoints"][0]["verified"], true);
    assert_eq!(made["breakpoints"][1]["verified"], false);
    client.ask("continue", json!({ "threadId": thread }));
    let stopped = client.event("stopped");
    assert_eq!(stopped["reason"], "breakpoint", "{stopped}");
    let thread = stopped["threadId"].clone();
    assert_eq!(client.ask("evaluate", json!({ "expression": "group.x", "context": "watch" }))["result"], "2");
    client.ask("setInstructionBreakpoints", json!({ "breakpoints": [] }));

    // Data of a buffer: what the store writes.
    let frames = client.frames(&thread);
    let buffers = client.scope(&frames[0], "Buffers");
    let all = client.ask("variables", json!({ "variablesReference": buffers }));
    let output = all["variables"].as_array().expect("a list").last().expect("there is one").clone();
    let info = client.ask("dataBreakpointInfo", json!({ "variablesReference": buffers, "name": output["name"] }));
    assert!(info["accessTypes"].as_array().expect("a list").contains(&json!("write")), "{info}");
    let made = client
        .ask("setDataBreakpoints", json!({ "breakpoints": [{ "dataId": info["dataId"], "accessType": "write" }] }));
    assert_eq!(made["breakpoints"][0]["verified"], true, "{made}");
    client.ask("continue", json!({ "threadId": thread }));
    let stopped = client.event("stopped");
    assert_eq!(stopped["reason"], "data breakpoint", "{stopped}");
    assert!(stopped["text"].as_str().expect("a text").contains("wrote"), "{stopped}");
    // Back to the write before that one.
    client.ask("reverseContinue", json!({ "threadId": thread }));
    assert_eq!(client.event("stopped")["reason"], "data breakpoint");
    client.ask("setDataBreakpoints", json!({ "breakpoints": [] }));
    client.ask("reverseContinue", json!({ "threadId": thread }));
    assert_eq!(client.event("stopped")["reason"], "entry");

    // Memory is read and written.
    let reference = output["memoryReference"].clone();
    let written = client.ask("writeMemory", json!({ "memoryReference": reference, "offset": 4, "data": "AQIDBA==" }));
    assert_eq!(written["bytesWritten"], 4);
    let read = client.ask("readMemory", json!({ "memoryReference": reference, "offset": 2, "count": 8 }));
    assert_eq!(read["data"], "AAABAgMEAAA=");
    let nothing = client.ask("readMemory", json!({ "memoryReference": "0x10", "count": 8 }));
    assert_eq!((&nothing["data"], &nothing["unreadableBytes"]), (&json!(""), &json!(8)));
    client.end();
}

#[test]
fn faults_stop_with_their_report() {
    let mut client = Client::new();
    let stopped = client.launch(json!({
        "program": file("examples/vadd.s"), "grid": 64, "group": 64, "args": ["zero:256", "null", "zero:256", "64"],
    }));
    client.ask("continue", json!({ "threadId": stopped["threadId"] }));
    let stopped = client.event("stopped");
    assert_eq!(stopped["reason"], "exception", "{stopped}");
    assert!(stopped["text"].as_str().expect("a text").contains("which is in no allocation"), "{stopped}");
    let info = client.ask("exceptionInfo", json!({ "threadId": stopped["threadId"] }));
    assert_eq!(info["exceptionId"], "out-of-bounds");
    assert!(info["description"].as_str().expect("a text").contains("vadd.s:"), "{info}");
    let frames = client.frames(&stopped["threadId"]);
    assert!(frames[0]["name"].as_str().expect("a text").contains("vadd"), "{frames:?}");
    assert!(client.refused("setExpression", json!({ "expression": "v0", "value": "1" })).contains("go back"));
    client.ask("continue", json!({ "threadId": stopped["threadId"] }));
    assert_eq!(client.event("exited")["exitCode"], 3);
    client.end();
}

#[test]
fn lanes_that_parted_are_frames() {
    let mut client = Client::new();
    let stopped = client.launch(json!({ "manifest": file("examples/valhall/collatz.json") }));
    let thread = stopped["threadId"].clone();
    let mut most = 0;
    for _ in 0..60 {
        client.ask("stepIn", json!({ "threadId": thread, "granularity": "instruction" }));
        client.event("stopped");
        most = most.max(client.frames(&thread).len());
    }
    assert!(most > 1, "lanes never part");
    client.end();
}

#[test]
fn private_memory_is_by_lane() {
    let mut client = Client::new();
    let program = file("crates/isatope-cli/tests/cmd/debug.in/private.s");
    let stopped = client.launch(json!({ "program": program, "grid": 8, "group": 8 }));
    let thread = stopped["threadId"].clone();
    let set =
        client.ask("setFunctionBreakpoints", json!({ "breakpoints": [{ "name": "private+0x1c" }, { "name": "no" }] }));
    assert_eq!((&set["breakpoints"][0]["verified"], &set["breakpoints"][1]["verified"]), (&json!(true), &json!(false)));
    client.ask("continue", json!({ "threadId": thread }));
    assert_eq!(client.event("stopped")["reason"], "breakpoint");
    let frames = client.frames(&thread);
    let private = client.scope(&frames[0], "private memory");
    let word = client.variable(&private, "[1]");
    assert_eq!(word["value"], "{0x64, 0x65, 0x66, 0x67, …}");
    let lanes = word["variablesReference"].clone();
    assert_eq!(client.variable(&lanes, "[5]")["value"], "0x69");
    assert_eq!(client.variable(&lanes, "[8]")["value"], "·");
    let set = json!({ "variablesReference": lanes, "name": "[5]", "value": "7" });
    assert_eq!(client.ask("setVariable", set)["value"], "0x7");
    let found = client.ask("evaluate", json!({ "expression": "(private[4])[5]", "context": "watch" }));
    assert_eq!(found["result"], "0x7");
    let info = client.ask("dataBreakpointInfo", json!({ "variablesReference": lanes, "name": "[5]" }));
    let data = json!({ "breakpoints": [{ "dataId": info["dataId"], "accessType": "read" }] });
    assert_eq!(client.ask("setDataBreakpoints", data)["breakpoints"][0]["verified"], true, "{info}");
    client.ask("continue", json!({ "threadId": thread }));
    let stopped = client.event("stopped");
    assert!(stopped["text"].as_str().expect("a text").contains("lane 5 read 0x7"), "{stopped}");
    client.end();
}

#[test]
fn log_points_write_and_do_not_stop() {
    let mut client = Client::new();
    client.ask("initialize", json!({}));
    let line = std::fs::read_to_string(root().join("examples/vadd.s")).expect("readable");
    let line = line.lines().position(|line| line.contains("global_store")).expect("it is there") + 1;
    let point = |message: &str| json!({ "line": line, "condition": "group.x >= 3", "logMessage": message });
    client.ask("launch", json!({ "manifest": file("examples/vadd.json"), "stopOnEntry": false }));
    let source = json!({ "path": file("examples/vadd.s") });
    let mut set = |message: &str| {
        let reply = client.ask("setBreakpoints", json!({ "source": source, "breakpoints": [point(message)] }));
        reply["breakpoints"][0].clone()
    };
    assert!(set("{v0").to_string().contains("`}` is missing"));
    assert!(set("{v0 +}").to_string().contains("ends where"));
    assert_eq!(set("group {group.x}: {v0[2]} \\{x}")["verified"], true);
    client.ask("configurationDone", json!({}));
    for group in ["group 3: 0x308 {x}\n", "group 4: 0x408 {x}\n"] {
        assert_eq!(client.event("output")["output"], group);
    }
    assert_eq!(client.event("exited")["exitCode"], 0);
    client.end();
}

#[test]
fn mistakes_are_refused() {
    let mut client = Client::new();
    client.ask("initialize", json!({}));
    assert!(client.refused("attach", json!({})).contains("nothing to attach to"));
    assert!(client.refused("scopes", json!({ "frameId": 1 })).contains("`launch` first"));
    assert!(client.refused("launch", json!({})).contains("needs `program`"));
    assert!(
        client.refused("launch", json!({ "program": "no/such/file", "grid": 1, "group": 1 })).contains("no/such/file")
    );
    assert!(
        client
            .refused("launch", json!({ "program": file("examples/vadd.s"), "grid": 64, "group": 64 }))
            .contains("argument")
    );
    for (launch, expected) in [
        (json!({ "program": file("examples/vadd.s"), "grid": 64 }), "`launch` needs `group`"),
        (json!({ "program": "a", "grid": "x", "group": 64 }), "`grid` of `launch` is `x`: "),
        (json!({ "program": "a", "grid": 1, "group": 1, "maxInstructions": "x" }), "`maxInstructions` of `launch`"),
        (json!({ "program": "a", "grid": 1, "group": 1, "checkRaces": "x" }), "takes one of "),
    ] {
        let message = client.refused("launch", launch);
        assert!(message.contains(expected) && !message.contains("Usage") && !message.contains("--"), "{message}");
    }
    client.ask("launch", json!({ "manifest": file("examples/vadd.json") }));
    assert!(client.refused("launch", json!({ "manifest": "a" })).contains("has been launched"));
    assert!(client.refused("variables", json!({ "variablesReference": 99 })).contains("earlier stop"));
    assert!(
        client.refused("readMemory", json!({ "memoryReference": "here", "count": 1 })).contains("no memory reference")
    );
    assert!(client.refused("nothing", json!({})).contains("is not known"));
    client.end();
}

/// A kernel that does not end, in a file of its own.
fn endless(name: &str) -> String {
    let text = ".amdgcn_target \"amdgcn-amd-amdhsa--gfx900\"
k:
  s_mov_b32 s0, 0
again:
  s_add_u32 s0, s0, 1
  s_branch again
after:
  s_endpgm
.amdhsa_kernel k
  .amdhsa_next_free_vgpr 1
  .amdhsa_next_free_sgpr 8
.end_amdhsa_kernel
";
    let path = std::env::temp_dir().join(format!("isatope-{}-{name}.s", std::process::id()));
    std::fs::write(&path, text).expect("writable");
    path.display().to_string()
}

#[test]
fn requests_are_answered_while_the_program_runs() {
    let path = endless("running");
    let mut client = Client::new();
    let launch = json!({ "program": path, "grid": [64], "group": [64], "maxInstructions": 1_000_000_000_000_u64 });
    let stopped = client.launch(launch);
    let thread = &stopped["threadId"];
    assert!(client.refused("continue", json!({ "threadId": 99 })).contains("no thread 99"));
    client.ask("continue", json!({ "threadId": thread }));
    let threads = client.ask("threads", json!({}));
    assert_eq!(threads["threads"][0]["id"], *thread);
    for (command, arguments) in [
        ("evaluate", json!({ "expression": "s0" })),
        ("stackTrace", json!({ "threadId": thread })),
        ("next", json!({ "threadId": thread })),
    ] {
        assert!(client.refused(command, arguments).contains("is running"), "{command}");
    }
    // A breakpoint that is set meanwhile stops the run.
    let source = json!({ "path": path });
    let set = client.ask("setBreakpoints", json!({ "source": source, "breakpoints": [{ "line": 6 }] }));
    assert_eq!(set["breakpoints"][0]["verified"], true);
    let stopped = client.event("stopped");
    assert_eq!((&stopped["reason"], &stopped["hitBreakpointIds"]), (&json!("breakpoint"), &json!([1])));
    client.ask("evaluate", json!({ "expression": "s0" }));
    // One that is taken away meanwhile does not, and the end of a step stays where it is.
    client.ask("setBreakpoints", json!({ "source": source, "breakpoints": [] }));
    client.ask("stepOut", json!({ "threadId": thread }));
    client.ask("threads", json!({}));
    client.ask("setFunctionBreakpoints", json!({ "breakpoints": [{ "name": "after" }] }));
    client.ask("pause", json!({ "threadId": thread }));
    assert_eq!(client.event("stopped")["reason"], "pause");
    // It is told once.
    client.ask("threads", json!({}));
    assert!(client.events.iter().all(|event| event["event"] != "stopped"), "{:?}", client.events);
    client.end();
    std::fs::remove_file(path).expect("it is there");
}

#[test]
fn a_restart_is_like_the_start() {
    let mut client = Client::new();
    client.ask("initialize", json!({}));
    client.ask("launch", json!({ "manifest": file("examples/vadd.json"), "stopOnEntry": false }));
    let source = json!({ "path": file("examples/vadd.s") });
    let breakpoints = json!([{ "line": 25, "hitCondition": "3" }]);
    client.ask("setBreakpoints", json!({ "source": source, "breakpoints": breakpoints }));
    client.ask("configurationDone", json!({}));
    let first = client.event("stopped");
    assert_eq!(first["reason"], "breakpoint");
    let hits = client.ask("evaluate", json!({ "expression": "breakpoints", "context": "repl" }));
    client.ask("restart", json!({}));
    let again = client.event("stopped");
    assert_eq!(again["reason"], "breakpoint");
    assert_eq!(client.ask("evaluate", json!({ "expression": "breakpoints", "context": "repl" })), hits);
    // The client may say otherwise meanwhile.
    client.ask("restart", json!({ "arguments": { "stopOnEntry": true } }));
    assert_eq!(client.event("stopped")["reason"], "entry");
    client.end();
}
