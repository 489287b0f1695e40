//! `isatope serve`: files of a site, and nothing else.
#![cfg(unix)]

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

/// The command, ended with this value.
struct Served(Child, String);

impl Served {
    fn new(site: &std::path::Path) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_isatope"))
            .args(["serve", "--port", "0", "--site"])
            .arg(site)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the command starts");
        let mut line = String::new();
        let out = child.stdout.take().expect("its output is a pipe");
        BufReader::new(out).read_line(&mut line).expect("it prints its address");
        let address = line.trim().trim_start_matches("http://").trim_end_matches('/').to_string();
        Self(child, address)
    }

    fn get(&self, path: &str) -> String {
        let mut stream = TcpStream::connect(&self.1).expect("it listens");
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", self.1).expect("it reads");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("it answers");
        answer
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn files_of_a_site_are_served() {
    let scratch = tempfile::tempdir().expect("a folder");
    let folder = scratch.path();
    fs::create_dir_all(folder.join("site/assets")).expect("the folder for temporary files can be written");
    fs::write(folder.join("secret"), "no").expect("a file");
    fs::write(folder.join("site/index.html"), "<title>a page</title>").expect("a file");
    fs::write(folder.join("site/assets/a.js"), "let a").expect("a file");
    let served = Served::new(&folder.join("site"));
    assert!(served.1.starts_with("127.0.0.1:"), "{}", served.1);
    let page = served.get("/");
    assert!(page.starts_with("HTTP/1.1 200") && page.contains("text/html") && page.ends_with("<title>a page</title>"));
    assert!(served.get("/assets/a.js?v=1").contains("text/javascript"));
    for path in ["/../secret", "/assets/../../secret", "/nothing"] {
        assert!(served.get(path).starts_with("HTTP/1.1 404"), "{path}");
    }
}

#[test]
fn a_missing_site_is_explained() {
    let done = Command::new(env!("CARGO_BIN_EXE_isatope"))
        .args(["serve", "--site", "/nowhere"])
        .output()
        .expect("the command runs");
    assert_eq!(done.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&done.stderr).contains("cargo xtask web"));
}
