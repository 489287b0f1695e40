//! The messages of a client on a stream, each with the length before it.

use std::io::{self, BufRead, Read, Write};
use std::thread::JoinHandle;

use crossbeam_channel::{Receiver, Sender, bounded, unbounded};
use lsp_server::{Connection, ErrorCode, Message};
use serde_json::{Value, json};

/// The longest message that is read.
const LONGEST: usize = 1 << 30;

/// The most bytes that are allocated before they are there.
const AT_ONCE: usize = 1 << 20;

/// The threads for a client on the standard input and output.
pub struct Stdio {
    writer: JoinHandle<io::Result<()>>,
    wrong: Receiver<io::Error>,
}

impl Stdio {
    /// Starts to read and to write.
    ///
    /// # Errors
    /// No thread can be started.
    pub fn start() -> io::Result<(Connection, Self)> {
        let (sender, answers) = bounded::<Message>(0);
        let (messages, receiver) = bounded(0);
        let (failed, wrong) = unbounded();
        let write = move || answers.into_iter().try_for_each(|message| message.write(&mut io::stdout().lock()));
        let read = move || {
            if let Err(error) = listen(&mut io::stdin().lock(), &mut io::stdout(), &messages) {
                let _ = failed.send(error);
            }
        };
        let writer = std::thread::Builder::new().name("writer".to_owned()).spawn(write)?;
        std::thread::Builder::new().name("reader".to_owned()).spawn(read)?;
        Ok((Connection { sender, receiver }, Self { writer, wrong }))
    }

    /// Waits until everything is written, when the server has ended. The reader is not waited for: a client may keep
    /// its pipe open.
    ///
    /// # Errors
    /// The input was no stream of messages.
    pub fn end(self) -> io::Result<()> {
        // What cannot be written is for a client that went away.
        let _ = self.writer.join();
        self.wrong.try_recv().map_or(Ok(()), Err)
    }
}

/// Reads messages until the client ends the session or goes away. A text that is no message is answered here.
fn listen(input: &mut impl BufRead, output: &mut impl Write, messages: &Sender<Message>) -> io::Result<()> {
    while let Some(bytes) = frame(input)? {
        match serde_json::from_slice::<Message>(&bytes) {
            Ok(message) => {
                let is_exit = matches!(&message, Message::Notification(one) if one.method == "exit");
                if messages.send(message).is_err() || is_exit {
                    return Ok(());
                }
            }
            Err(error) => {
                let (code, what) = match serde_json::from_slice::<Value>(&bytes) {
                    Ok(_) => (ErrorCode::InvalidRequest, "the text is no message of the protocol".to_owned()),
                    Err(_) => (ErrorCode::ParseError, format!("the text is not JSON: {error}")),
                };
                let error = json!({ "code": code as i32, "message": what });
                let text = json!({ "jsonrpc": "2.0", "id": null, "error": error }).to_string();
                write!(output, "Content-Length: {}\r\n\r\n{text}", text.len())?;
                output.flush()?;
            }
        }
    }
    Ok(())
}

/// The next message as bytes; `None` at the end of the stream.
fn frame(input: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let invalid = |message: String| io::Error::new(io::ErrorKind::InvalidData, message);
    let mut length: Option<usize> = None;
    loop {
        let mut line = String::new();
        if Read::take(&mut *input, AT_ONCE as u64).read_line(&mut line)? == 0 {
            return Ok(None);
        }
        let line = line.trim_end();
        if line.is_empty() {
            let length = length.ok_or_else(|| invalid("a message has no `Content-Length`".to_owned()))?;
            let mut bytes = Vec::with_capacity(length.min(AT_ONCE));
            if Read::take(&mut *input, length as u64).read_to_end(&mut bytes)? < length {
                return Err(invalid("the input ends inside of a message".to_owned()));
            }
            return Ok(Some(bytes));
        }
        let (name, value) = line.split_once(':').ok_or_else(|| invalid(format!("`{line}` is no header")))?;
        if name.eq_ignore_ascii_case("content-length") {
            let found = value.trim().parse().ok().filter(|length| *length <= LONGEST);
            length = Some(found.ok_or_else(|| invalid(format!("`{}` is no length of a message", value.trim())))?);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is read from a text: the methods of the messages, what is answered, and whether that is an error.
    fn listened(text: &str) -> (Vec<String>, String, bool) {
        let (sender, receiver) = unbounded();
        let mut output = Vec::new();
        let is_wrong = listen(&mut text.as_bytes(), &mut output, &sender).is_err();
        drop(sender);
        let methods = receiver.into_iter().map(|message| match message {
            Message::Notification(one) => one.method,
            other => format!("{other:?}"),
        });
        (methods.collect(), String::from_utf8(output).expect("text"), is_wrong)
    }

    #[test]
    fn frames_are_checked() {
        let framed = |text: &str| format!("Content-Length: {}\r\n\r\n{text}", text.len());
        let (good, exit) = (framed(r#"{"method":"a"}"#), framed(r#"{"method":"exit"}"#));
        let (methods, answer, is_wrong) = listened(&format!("{}{good}", framed("{x}")));
        assert_eq!((methods, is_wrong), (vec!["a".to_owned()], false));
        assert!(answer.contains("-32700") && answer.contains("\"id\":null"), "{answer}");
        assert!(listened(&framed("[1]")).1.contains("-32600"));
        assert_eq!(listened(&format!("{good}{exit}{good}")).0, ["a", "exit"]);
        for wrong in ["Content-Length: 99999999999999\r\n\r\n{}", "Content-Length: 9\r\n\r\n{}", "hello\r\n", "\r\n{}"]
        {
            assert_eq!(listened(wrong), (Vec::new(), String::new(), true), "{wrong:?}");
        }
        assert_eq!(listened(""), (Vec::new(), String::new(), false));
    }
}
