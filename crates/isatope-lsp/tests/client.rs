//! A client that asks one thing after another.

use std::thread::JoinHandle;
use std::time::Duration;

use isatope_lsp::{Ended, serve};
use lsp_server::{Connection, Message, Notification, Request, Response, ResponseError};
use serde_json::{Value, json};

/// Longest time for an answer.
const LONGEST: Duration = Duration::from_secs(60);

/// A client with its server.
pub struct Client {
    connection: Connection,
    server: JoinHandle<Ended>,
    next: i32,
    /// Notifications that came while an answer was awaited.
    pub notifications: Vec<Notification>,
    /// Requests of the server.
    pub requests: Vec<Request>,
}

impl Client {
    /// Starts a server for a client that counts columns in UTF-16.
    pub fn start(options: Value) -> Self {
        Self::with(json!({}), options)
    }

    /// Starts a server for a client with capabilities.
    pub fn with(capabilities: Value, options: Value) -> Self {
        Self::on(Connection::memory(), capabilities, options)
    }

    /// Starts a server on one end of a connection for a client on the other.
    pub fn on((server, connection): (Connection, Connection), capabilities: Value, options: Value) -> Self {
        let server = std::thread::spawn(move || serve(server));
        let mut client = Self { connection, server, next: 0, notifications: Vec::new(), requests: Vec::new() };
        let params = json!({ "processId": null, "rootUri": null, "capabilities": capabilities, "initializationOptions": options });
        let answer = client.ask("initialize", params);
        assert!(answer.pointer("/capabilities/hoverProvider").is_some(), "{answer}");
        client.tell("initialized", json!({}));
        client
    }

    /// Sends a notification.
    pub fn tell(&self, method: &str, params: Value) {
        let notification = Notification { method: method.to_owned(), params };
        self.connection.sender.send(notification.into()).expect("the server listens");
    }

    /// The answer to a request, or the error.
    pub fn try_ask(&mut self, method: &str, params: Value) -> Result<Value, ResponseError> {
        self.next += 1;
        let request = Request { id: self.next.into(), method: method.to_owned(), params };
        self.connection.sender.send(request.into()).expect("the server listens");
        loop {
            match self.connection.receiver.recv_timeout(LONGEST).expect("an answer") {
                Message::Response(Response { id, response_result }) => {
                    assert_eq!(id, self.next.into());
                    return response_result;
                }
                Message::Notification(notification) => self.notifications.push(notification),
                Message::Request(request) => self.requests.push(request),
            }
        }
    }

    /// The answer to a request that succeeds.
    pub fn ask(&mut self, method: &str, params: Value) -> Value {
        self.try_ask(method, params).unwrap_or_else(|error| panic!("{method}: {error:?}"))
    }

    /// Opens a document and returns its diagnostics.
    pub fn open(&mut self, uri: &str, language: &str, text: &str) -> Vec<Value> {
        let document = json!({ "uri": uri, "languageId": language, "version": 1, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
        self.diagnostics(uri, 1)
    }

    /// Changes a whole document and returns its diagnostics.
    pub fn replace(&mut self, uri: &str, version: i32, text: &str) -> Vec<Value> {
        let changes = json!([{ "text": text }]);
        self.change(uri, version, changes)
    }

    /// Changes a document and returns its diagnostics.
    pub fn change(&mut self, uri: &str, version: i32, changes: Value) -> Vec<Value> {
        let document = json!({ "uri": uri, "version": version });
        self.tell("textDocument/didChange", json!({ "textDocument": document, "contentChanges": changes }));
        self.diagnostics(uri, version)
    }

    /// The next diagnostics of a version of a document.
    pub fn diagnostics(&mut self, uri: &str, version: i32) -> Vec<Value> {
        loop {
            let at = self.notifications.iter().position(|notification| {
                notification.method == "textDocument/publishDiagnostics"
                    && notification.params["uri"] == uri
                    && notification.params["version"] == version
            });
            if let Some(at) = at {
                let found = self.notifications.remove(at);
                return found.params["diagnostics"].as_array().expect("a list").clone();
            }
            match self.connection.receiver.recv_timeout(LONGEST).expect("diagnostics") {
                Message::Notification(notification) => self.notifications.push(notification),
                Message::Request(request) => self.requests.push(request),
                other => panic!("{other:?}"),
            }
        }
    }

    /// The first diagnostics of a version that come from the checks.
    pub fn findings(&mut self, uri: &str, version: i32) -> Vec<Value> {
        loop {
            let mut found = self.diagnostics(uri, version);
            found.retain(|one| one["source"] == "isatope check");
            if !found.is_empty() {
                return found;
            }
        }
    }

    /// The answer about a place.
    pub fn at(&mut self, method: &str, uri: &str, line: usize, character: usize) -> Value {
        self.ask(method, place(uri, line, character))
    }

    /// What hovering shows.
    pub fn hover(&mut self, uri: &str, line: usize, character: usize) -> String {
        let answer = self.at("textDocument/hover", uri, line, character);
        answer.pointer("/contents/value").and_then(Value::as_str).unwrap_or_default().to_owned()
    }

    /// Code actions for a place.
    pub fn actions(&mut self, uri: &str, line: usize, character: usize) -> Vec<Value> {
        let at = json!({ "line": line, "character": character });
        let params = json!({
            "textDocument": { "uri": uri },
            "range": { "start": at, "end": at },
            "context": { "diagnostics": [] },
        });
        self.ask("textDocument/codeAction", params).as_array().expect("a list").clone()
    }

    /// Ends the session as the protocol requires.
    pub fn end(mut self) {
        self.ask("shutdown", Value::Null);
        self.tell("exit", Value::Null);
        assert_eq!(self.server.join().expect("no panic"), Ended::AfterShutdown);
    }

    /// Ends the session without a request.
    pub fn abort(self) -> Ended {
        self.tell("exit", Value::Null);
        self.server.join().expect("no panic")
    }
}

/// Parameters of a request about a place.
pub fn place(uri: &str, line: usize, character: usize) -> Value {
    json!({ "textDocument": { "uri": uri }, "position": { "line": line, "character": character } })
}

/// Applies edits of the protocol to an ASCII text.
pub fn edited(text: &str, edits: &Value) -> String {
    let starts: Vec<usize> = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
    let offset = |position: &Value| {
        let line = position["line"].as_u64().expect("a line") as usize;
        let start = starts.get(line).copied().unwrap_or(text.len());
        (start + position["character"].as_u64().expect("a column") as usize).min(text.len())
    };
    let mut edits: Vec<(usize, usize, &str)> = edits
        .as_array()
        .expect("a list")
        .iter()
        .map(|edit| {
            let range = &edit["range"];
            (offset(&range["start"]), offset(&range["end"]), edit["newText"].as_str().expect("text"))
        })
        .collect();
    edits.sort_by_key(|edit| std::cmp::Reverse(edit.0));
    let mut text = text.to_owned();
    for (start, end, new) in edits {
        text.replace_range(start..end, new);
    }
    text
}
