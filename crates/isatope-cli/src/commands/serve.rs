//! Runs `isatope serve`: the web explorer on this machine.

use std::borrow::Cow;
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::process::Command;

use anyhow::Context;
use tiny_http::{Header, Method, Response, Server};

use crate::args::ServeArgs;
use crate::output;

/// The site that was built with the command: paths and contents.
static SITE: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/site.rs"));

/// The page for a path that names a folder.
const PAGE: &str = "index.html";

/// Runs the command.
pub fn run(args: &ServeArgs) -> anyhow::Result<u8> {
    let folder = args.site.as_deref();
    if find(folder, PAGE).is_none() {
        match folder {
            Some(folder) => {
                anyhow::bail!("{} has no {PAGE}: `cargo xtask web` writes a site to web/dist", folder.display())
            }
            None => anyhow::bail!(
                "this command was built without the web explorer: build it with `cargo xtask web`, and give --site web/dist, or build the \
                 command again with ISATOPE_SITE=web/dist"
            ),
        }
    }
    // Nobody else is to reach it.
    let address = format!("127.0.0.1:{}", args.port);
    let server = Server::http(&address).map_err(|error| anyhow::anyhow!("cannot serve on {address}: {error}"))?;
    let address = server.server_addr().to_ip().context("the address is not one of the internet")?;
    let page = format!("http://{address}/");
    output::write(None, format!("{page}\n").as_bytes(), false)?;
    if args.open {
        open(&page);
    }
    for request in server.incoming_requests() {
        let found = match request.method() {
            Method::Get | Method::Head => {
                path(request.url()).and_then(|path| Some((find(folder, &path)?, kind(&path))))
            }
            _ => None,
        };
        // Who goes away before the answer is sent misses nothing.
        let _ = match found {
            Some(((bytes, is_packed), kind)) => {
                let headers =
                    [("Content-Type", kind), ("Cache-Control", "no-cache"), ("X-Content-Type-Options", "nosniff")];
                let packed = is_packed.then_some(("Content-Encoding", "gzip"));
                let mut response = Response::from_data(bytes.into_owned());
                for (name, value) in headers.into_iter().chain(packed) {
                    response = match Header::from_bytes(name, value) {
                        Ok(header) => response.with_header(header),
                        Err(()) => response,
                    };
                }
                request.respond(response)
            }
            None => request.respond(Response::from_string("not found").with_status_code(404)),
        };
    }
    Ok(0)
}

/// The path of a file that an address names. `None` if it leads out of the site.
fn path(url: &str) -> Option<String> {
    let path = url.split(['?', '#']).next().unwrap_or_default().trim_start_matches('/');
    let path = if path.is_empty() || path.ends_with('/') { format!("{path}{PAGE}") } else { path.to_string() };
    let is_inside = Path::new(&path).components().all(|part| matches!(part, Component::Normal(_)));
    (is_inside && !path.contains(['%', '\\'])).then_some(path)
}

/// A file of the site, and whether it is packed with gzip, as large files in the command are.
fn find(folder: Option<&Path>, path: &str) -> Option<(Cow<'static, [u8]>, bool)> {
    match folder {
        Some(folder) => Some((fs::read(PathBuf::from(folder).join(path)).ok()?.into(), false)),
        None => embedded(SITE, path).map(|(bytes, is_packed)| (bytes.into(), is_packed)),
    }
}

/// A file among paths and contents, or its packed copy.
fn embedded(site: &[(&str, &'static [u8])], path: &str) -> Option<(&'static [u8], bool)> {
    site.iter().find_map(|&(name, bytes)| {
        let ending = name.strip_prefix(path)?;
        matches!(ending, "" | ".gz").then_some((bytes, ending == ".gz"))
    })
}

/// The type of a file, by the ending of the path that names it.
fn kind(path: &str) -> &'static str {
    match path.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "webmanifest" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "wasm" => "application/wasm",
        "woff2" => "font/woff2",
        _ => "application/octet-stream",
    }
}

/// Opens a page in the browser of the user, if there is a way to do so.
fn open(page: &str) {
    let (program, arguments): (&str, &[&str]) = match std::env::consts::OS {
        "macos" => ("open", &[]),
        "windows" => ("cmd", &["/c", "start", ""]),
        _ => ("xdg-open", &[]),
    };
    if Command::new(program).args(arguments).arg(page).spawn().is_err() {
        eprintln!("note: cannot start a browser with `{program}`");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_stay_inside() {
        assert_eq!(path("/").as_deref(), Some("index.html"));
        assert_eq!(path("/assets/a.js?v=1").as_deref(), Some("assets/a.js"));
        for outside in ["/../Cargo.toml", "/a/../../b", "/%2e%2e/b", "/..\\b", "//etc/../x"] {
            assert_eq!(path(outside), None, "{outside}");
        }
    }

    #[test]
    fn packed_copies_are_sent_for_their_files() {
        let site: [(&str, &'static [u8]); 2] = [("icon.svg", b"plain"), ("index.html.gz", b"packed")];
        assert_eq!(embedded(&site, "icon.svg"), Some((&b"plain"[..], false)));
        assert_eq!(embedded(&site, "index.html"), Some((&b"packed"[..], true)));
        assert_eq!(embedded(&site, "index"), None);
    }

    #[test]
    fn types_are_known() {
        assert_eq!(kind("index.html"), "text/html; charset=utf-8");
        assert_eq!(kind("isatope_core_bg-1a2b.wasm"), "application/wasm");
    }
}
