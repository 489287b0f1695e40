//! Results of manifests as a JUnit XML file, which build servers show.

use std::fmt::Write;
use std::time::Duration;

use isatope::diagnostics::{SourceMap, place_text};

use super::entry::{Entry, Verdict};

/// The file.
pub fn report(entries: &[Entry], sources: &SourceMap, time: Duration) -> String {
    let count = |wanted: &[Verdict]| entries.iter().filter(|entry| wanted.contains(&entry.verdict)).count();
    let (failures, errors) =
        (count(&[Verdict::Different]), count(&[Verdict::Fault, Verdict::Invalid, Verdict::Interrupted]));
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n");
    let (tests, time) = (entries.len(), time.as_secs_f64());
    let _ = writeln!(
        out,
        "<testsuite name=\"isatope run\" tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\" time=\"{time:.3}\">"
    );
    for entry in entries {
        let (name, time) = (escaped(&entry.name), entry.time.as_secs_f64());
        let _ = write!(out, "<testcase classname=\"isatope\" name=\"{name}\" time=\"{time:.3}\">");
        let (tag, kind) = match entry.verdict {
            Verdict::Passed => ("", ""),
            Verdict::Different => ("failure", "difference"),
            Verdict::Fault => ("error", "fault"),
            Verdict::Invalid => ("error", "invalid"),
            Verdict::Interrupted => ("error", "interrupted"),
        };
        if !tag.is_empty() {
            let first = entry.errors.first().map_or("", |error| error.message.as_str());
            let _ = write!(out, "<{tag} type=\"{kind}\" message=\"{}\">", escaped(first));
            for error in &entry.errors {
                let place = place_text(sources, &error.place).map_or_else(String::new, |place| place + ": ");
                let message = place + &error.message;
                let lines = std::iter::once(&message).chain(&error.notes).chain(&error.help);
                lines.for_each(|line| out += &(escaped(line) + "\n"));
            }
            let _ = write!(out, "</{tag}>");
        }
        if !entry.printed.is_empty() {
            let _ = write!(out, "<system-out>{}</system-out>", escaped(&entry.printed));
        }
        out += "</testcase>\n";
    }
    out += "</testsuite>\n</testsuites>\n";
    out
}

/// Text of XML. Characters that XML cannot hold are replaced.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '&' => out += "&amp;",
            '"' => out += "&quot;",
            '\t' | '\n' => out.push(c),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_escaped() {
        assert_eq!(escaped("a<b> & \"c\"\n\x1b[0m"), "a&lt;b&gt; &amp; &quot;c&quot;\n\u{fffd}[0m");
    }
}
