//! The main loop: messages in their order, and checks when the user has paused.

mod capabilities;
mod requests;

use std::collections::{HashMap, HashSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, never, select, unbounded};
use gen_lsp_types as lsp;
use isatope::check::{Advice, advise};
use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId, Response};
use serde_json::{Value, json};

use crate::diagnostics;
use crate::document::{Document, path_of};
use crate::encoding::Encoding;
use crate::files::{Texts, identity};
use crate::settings::Settings;

/// Pause of the user after which a document is checked.
const PAUSE: Duration = Duration::from_millis(300);

/// How long the server waits for further changes before it assembles a document.
const GATHER: Duration = Duration::from_millis(5);

/// How long it waits at most, while changes keep coming.
const MOST_GATHERED: Duration = Duration::from_millis(100);

/// How a session ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The client asked for the end first.
    AfterShutdown,
    /// The client went away, or broke the protocol.
    Early,
}

/// An error as the answer to a request.
pub struct Failure {
    code: ErrorCode,
    message: String,
}

impl Failure {
    fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self { code, message: message.into() }
    }
}

/// Findings about a revision of a document.
struct Checked {
    uri: String,
    revision: u64,
    findings: Vec<Advice>,
}

/// State of a session.
struct Server {
    sender: Sender<Message>,
    documents: HashMap<String, Document>,
    settings: Settings,
    encoding: Encoding,
    /// Whether the client inserts placeholders.
    snippets: bool,
    /// Whether the client has the command that explains.
    explains: bool,
    /// Whether the client watches files when it is asked to.
    watches: bool,
    /// The texts of open documents, which others include.
    texts: Texts,
    /// When documents are checked.
    waiting: HashMap<String, Instant>,
    /// The document that is checked at the moment.
    checking: Option<String>,
    checked: (Sender<Checked>, Receiver<Checked>),
    /// Whether the client asked for the end.
    is_ending: bool,
}

/// Serves a client on a connection.
pub fn serve(connection: Connection) -> Ended {
    let Ok((id, params)) = connection.initialize_start() else { return Ended::Early };
    let (mut server, wrong) = Server::new(connection.sender.clone(), &params);
    let answer = json!({
        "capabilities": capabilities::of(server.encoding),
        "serverInfo": { "name": "isatope", "version": env!("CARGO_PKG_VERSION") },
    });
    server.send(Response::new_ok(id, answer));
    wrong.iter().for_each(|message| server.show_warning(message));
    server.run(&connection.receiver)
}

impl Server {
    /// Reads what the client can do, and its settings. Also returns what is wrong with those.
    fn new(sender: Sender<Message>, params: &Value) -> (Self, Vec<String>) {
        let encodings = params.pointer("/capabilities/general/positionEncodings");
        let encodings: Option<Vec<lsp::PositionEncodingKind>> =
            encodings.and_then(|list| serde_json::from_value(list.clone()).ok());
        let is_true = |path: &str| params.pointer(path).and_then(Value::as_bool).unwrap_or(false);
        let (settings, wrong) = Settings::read(params.get("initializationOptions").unwrap_or(&Value::Null));
        let server = Self {
            sender,
            documents: HashMap::new(),
            settings,
            encoding: Encoding::choose(encodings.as_deref()),
            snippets: is_true("/capabilities/textDocument/completion/completionItem/snippetSupport"),
            explains: is_true("/initializationOptions/explainCommand"),
            watches: is_true("/capabilities/workspace/didChangeWatchedFiles/dynamicRegistration"),
            texts: Texts::default(),
            waiting: HashMap::new(),
            checking: None,
            checked: unbounded(),
            is_ending: false,
        };
        (server, wrong)
    }

    fn run(&mut self, receiver: &Receiver<Message>) -> Ended {
        // When a document changed first of those that are not assembled yet.
        let mut stale_since: Option<Instant> = None;
        loop {
            let is_stale = self.documents.values().any(Document::is_stale);
            stale_since = is_stale.then(|| stale_since.unwrap_or_else(Instant::now));
            // Changes that follow each other are assembled once. The channel holds no message, so that it is empty also
            // while the next one is read.
            let calm = stale_since.map_or_else(never, |since| {
                crossbeam_channel::at((Instant::now() + GATHER).min(since + MOST_GATHERED))
            });
            if !is_stale {
                self.start_check();
            }
            // What is not assembled is not checked yet.
            let due = self.waiting.values().min().filter(|_| self.checking.is_none() && !is_stale);
            let timer = due.map_or_else(never, |at| crossbeam_channel::at(*at));
            let checked = self.checked.1.clone();
            select! {
                recv(receiver) -> message => match message {
                    Ok(Message::Request(request)) => self.request(request),
                    Ok(Message::Notification(notification)) if notification.method == "exit" => {
                        return if self.is_ending { Ended::AfterShutdown } else { Ended::Early };
                    }
                    Ok(Message::Notification(notification)) => self.notification(notification),
                    Ok(Message::Response(_)) => {}
                    Err(_) => return Ended::Early,
                },
                recv(checked) -> found => {
                    self.checking = None;
                    if let Ok(found) = found {
                        self.take_findings(found);
                    }
                }
                recv(calm) -> _ => self.publish_changes(),
                recv(timer) -> _ => {}
            }
        }
    }

    fn send(&self, message: impl Into<Message>) {
        // A client that went away needs no answer.
        let _ = self.sender.send(message.into());
    }

    fn notify(&self, method: &str, params: Value) {
        self.send(Notification { method: method.to_owned(), params });
    }

    fn show_warning(&self, message: &str) {
        self.notify("window/showMessage", json!({ "type": 2, "message": message }));
    }

    fn request(&mut self, request: Request) {
        let Request { id, method, params } = request;
        let answer = match method.as_str() {
            _ if self.is_ending => Err(Failure::new(ErrorCode::InvalidRequest, "the server is shutting down")),
            "shutdown" => {
                self.is_ending = true;
                Ok(Value::Null)
            }
            "initialize" => Err(Failure::new(ErrorCode::InvalidRequest, "the session has begun already")),
            _ => self.guarded(&method, |server| requests::answer(server, &method, params)),
        };
        self.respond(id, answer);
    }

    fn respond(&self, id: RequestId, answer: Result<Value, Failure>) {
        self.send(match answer {
            Ok(value) => Response::new_ok(id, value),
            Err(failure) => Response::new_err(id, failure.code as i32, failure.message),
        });
    }

    /// Runs a handler. A panic becomes an error, and the session goes on.
    fn guarded<T>(&mut self, what: &str, run: impl FnOnce(&mut Self) -> Result<T, Failure>) -> Result<T, Failure> {
        catch_unwind(AssertUnwindSafe(|| run(self))).unwrap_or_else(|panic| {
            let text = panic.downcast_ref::<String>().map(String::as_str);
            let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("a panic");
            let message = format!("internal error in {what}: {text}");
            eprintln!("isatope lsp: {message}");
            Err(Failure::new(ErrorCode::InternalError, message))
        })
    }

    fn notification(&mut self, notification: Notification) {
        let Notification { method, params } = notification;
        let result = self.guarded(&method, |server| server.notified(&method, params));
        if let Err(failure) = result {
            eprintln!("isatope lsp: {method}: {}", failure.message);
        }
    }

    fn notified(&mut self, method: &str, params: Value) -> Result<(), Failure> {
        match method {
            "initialized" if self.watches => self.watch(),
            "textDocument/didOpen" => {
                let params: lsp::DidOpenTextDocumentParams = requests::read(params)?;
                let uri = params.text_document.uri.0.clone();
                let document = Document::new(params.text_document, self.encoding, self.texts.clone());
                let path = document.path.clone();
                self.documents.insert(uri.clone(), document);
                self.waiting.insert(uri, Instant::now());
                self.changed(path.as_deref());
            }
            "textDocument/didChange" => {
                let params: lsp::DidChangeTextDocumentParams = requests::read(params)?;
                let uri = params.text_document.text_document_identifier.uri.0;
                if let Some(document) = self.documents.get_mut(&uri) {
                    document.change(params.text_document.version, params.content_changes);
                    let path = document.path.clone();
                    self.waiting.insert(uri, Instant::now() + PAUSE);
                    self.changed(path.as_deref());
                }
            }
            "textDocument/didClose" => {
                let params: lsp::DidCloseTextDocumentParams = requests::read(params)?;
                let uri = params.text_document.uri.0;
                self.waiting.remove(&uri);
                if let Some(document) = self.documents.remove(&uri) {
                    document.unshare();
                    self.changed(document.path.as_deref());
                    self.notify("textDocument/publishDiagnostics", json!({ "uri": uri, "diagnostics": [] }));
                }
            }
            "textDocument/didSave" => {
                let params: lsp::DidSaveTextDocumentParams = requests::read(params)?;
                self.changed(path_of(&params.text_document.uri.0).map(|path| identity(&path)).as_deref());
            }
            "workspace/didChangeWatchedFiles" => {
                let params: lsp::DidChangeWatchedFilesParams = requests::read(params)?;
                for change in params.changes {
                    self.changed(path_of(&change.uri.0).map(|path| identity(&path)).as_deref());
                }
            }
            "workspace/didChangeConfiguration" => {
                let (settings, wrong) = Settings::read(params.get("settings").unwrap_or(&Value::Null));
                self.settings = settings;
                wrong.iter().for_each(|message| self.show_warning(message));
                for (uri, document) in &mut self.documents {
                    document.invalidate();
                    self.waiting.insert(uri.clone(), Instant::now());
                }
            }
            // Everything else needs nothing.
            _ => {}
        }
        Ok(())
    }

    /// Asks the client to tell changes of files: any may be included.
    fn watch(&self) {
        let options = json!({ "watchers": [{ "globPattern": "**/*" }] });
        let method = "workspace/didChangeWatchedFiles";
        let params = json!({ "registrations": [{ "id": method, "method": method, "registerOptions": options }] });
        self.send(Request { id: method.to_owned().into(), method: "client/registerCapability".to_owned(), params });
    }

    /// Assembles the documents again that include a file.
    fn changed(&mut self, path: Option<&Path>) {
        let Some(path) = path else { return };
        for (uri, document) in &mut self.documents {
            if document.includes(path) {
                document.outdate();
                self.waiting.insert(uri.clone(), Instant::now() + PAUSE);
            }
        }
    }

    /// The document with a name, assembled.
    fn document(&mut self, uri: &str) -> Result<&Document, Failure> {
        let settings = &self.settings;
        let unknown = || Failure::new(ErrorCode::InvalidParams, format!("the document {uri} is not open"));
        let document = self.documents.get_mut(uri).ok_or_else(unknown)?;
        if document.is_stale() {
            document.refresh(settings);
            let diagnostics = diagnostics::of(document, settings);
            publish(&self.sender, document, &diagnostics);
        }
        Ok(document)
    }

    /// Assembles documents that changed, and publishes their diagnostics.
    fn publish_changes(&mut self) {
        let stale = self.documents.iter().filter(|(_, document)| document.is_stale());
        let stale: HashSet<String> = stale.map(|(uri, _)| uri.clone()).collect();
        for uri in stale {
            let result = self.guarded("the assembler", |server| server.document(&uri).map(|_| ()));
            if result.is_err() {
                // A document that cannot be assembled is not tried again before it changes.
                self.documents.remove(&uri);
            }
        }
    }

    /// Starts to check the document that waits longest, on another thread.
    fn start_check(&mut self) {
        if self.checking.is_some() {
            return;
        }
        let now = Instant::now();
        let due = self.waiting.iter().filter(|(_, at)| **at <= now).min_by_key(|(_, at)| **at);
        let Some(uri) = due.map(|(uri, _)| uri.clone()) else { return };
        self.waiting.remove(&uri);
        let Some(document) = self.documents.get(&uri).filter(|document| self.settings.check && !document.is_stale())
        else {
            return;
        };
        let (source, revision) = (document.source().clone(), document.revision);
        let (called, strict) = (document.assembled().language.target.called, self.settings.strict);
        let sender = self.checked.0.clone();
        self.checking = Some(uri.clone());
        let run = move || {
            let findings = catch_unwind(AssertUnwindSafe(|| advise(&source, called, strict)));
            let _ = sender.send(Checked { uri, revision, findings: findings.unwrap_or_default() });
        };
        if std::thread::Builder::new().name("check".to_owned()).spawn(run).is_err() {
            self.checking = None;
        }
    }

    fn take_findings(&mut self, found: Checked) {
        let Some(document) = self.documents.get_mut(&found.uri).filter(|d| d.revision == found.revision) else {
            return;
        };
        document.set_checked(found.revision, found.findings);
        if !document.is_stale() {
            let diagnostics = diagnostics::of(document, &self.settings);
            publish(&self.sender, document, &diagnostics);
        }
    }
}

fn publish(sender: &Sender<Message>, document: &Document, diagnostics: &[lsp::Diagnostic]) {
    let params = json!({ "uri": document.uri, "version": document.version, "diagnostics": diagnostics });
    let method = "textDocument/publishDiagnostics".to_owned();
    let _ = sender.send(Notification { method, params }.into());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_an_answer() {
        let (mut server, _) = Server::new(unbounded().0, &Value::Null);
        let answer =
            server.guarded("a request", |server| -> Result<(), Failure> { panic!("lost {}", server.snippets) });
        let failure = answer.expect_err("an error");
        assert!(matches!(failure.code, ErrorCode::InternalError));
        assert_eq!(failure.message, "internal error in a request: lost false");
    }
}
