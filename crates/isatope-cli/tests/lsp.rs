//! `isatope lsp` on its standard input and output. `isatope-lsp` tests what it answers.

use std::io::{Read, Write};
use std::process::{Command, Stdio};
use std::time::Duration;

/// Messages with their headers.
fn framed(messages: &[&str]) -> String {
    messages.iter().map(|message| format!("Content-Length: {}\r\n\r\n{message}", message.len())).collect()
}

/// The messages of an output that consists of frames only.
fn messages(mut output: &str) -> Vec<String> {
    let mut all = Vec::new();
    while !output.is_empty() {
        let (header, rest) = output.split_once("\r\n\r\n").expect("a header");
        let length: usize = header.strip_prefix("Content-Length: ").expect("a length").parse().expect("a number");
        all.push(rest[..length].to_owned());
        output = &rest[length..];
    }
    all
}

/// What the command writes, and its exit code.
fn session(input: &str) -> (Vec<String>, Option<i32>) {
    let output = isatope_testing::output(Command::new(env!("CARGO_BIN_EXE_isatope")).arg("lsp"), input);
    (messages(&String::from_utf8(output.stdout).expect("text")), output.status.code())
}

const INITIALIZE: &str = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}"#;
const SHUTDOWN: &str = r#"{"jsonrpc":"2.0","id":2,"method":"shutdown"}"#;
const EXIT: &str = r#"{"jsonrpc":"2.0","method":"exit"}"#;

#[test]
fn only_frames_are_written_and_the_code_tells_how_it_ended() {
    let (answers, code) = session(&framed(&[INITIALIZE, SHUTDOWN, EXIT]));
    assert_eq!((answers.len(), code), (2, Some(0)), "{answers:?}");
    assert!(answers[0].contains("hoverProvider"), "{answers:?}");
    // The end without a request, before the beginning, and a client that goes away.
    assert_eq!(session(&framed(&[INITIALIZE, EXIT])).1, Some(1));
    assert_eq!(session(&framed(&[EXIT])).1, Some(1));
    assert_eq!(session(&framed(&[INITIALIZE])).1, Some(1));
    assert_eq!(session("").1, Some(1));
    assert_eq!(session("Content-Length: 3\r\n\r\n{x}").1, Some(1));
    // A frame that is none.
    assert_eq!(session("Content-Length: 99999999999999\r\n\r\n{}").1, Some(2));
    // The session goes on after a text that is no JSON.
    let (answers, code) = session(&framed(&[INITIALIZE, "{x}", SHUTDOWN, EXIT]));
    assert_eq!((answers.len(), code), (3, Some(0)), "{answers:?}");
    assert!(answers.iter().any(|answer| answer.contains("-32700")), "{answers:?}");
    // Requests before the beginning are refused.
    let early = r#"{"jsonrpc":"2.0","id":7,"method":"textDocument/hover","params":{}}"#;
    let (answers, code) = session(&framed(&[early, INITIALIZE, SHUTDOWN, EXIT]));
    assert_eq!(code, Some(0));
    assert!(answers[0].contains("-32002"), "{answers:?}");
}

#[test]
fn a_client_that_reads_late_gets_every_answer() {
    // The answer repeats the request's id, so it does not fit into a pipe.
    let id = "1".repeat(200_000);
    let long = format!(r#"{{"jsonrpc":"2.0","id":"{id}","method":"unknown"}}"#);
    let mut server = Command::new(env!("CARGO_BIN_EXE_isatope"))
        .arg("lsp")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the server starts");
    let mut input = server.stdin.take().expect("the input is a pipe");
    input.write_all(framed(&[INITIALIZE, &long, EXIT]).as_bytes()).expect("the server reads");
    std::thread::sleep(Duration::from_millis(500));
    let mut text = String::new();
    server.stdout.take().expect("the output is a pipe").read_to_string(&mut text).expect("text");
    let answers = messages(&text);
    assert_eq!(answers.len(), 2);
    assert!(answers[1].contains(&id));
    // The input is still open: the server ends all the same.
    assert_eq!(server.wait().expect("the server ends").code(), Some(1));
    drop(input);
}
