//! Renders a diagnostic in three formats: for people, for editors and `grep`, for programs.

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{Annotation, AnnotationKind, Level as Title, Renderer, Snippet};

use crate::diagnostic::{Diagnostic, Level, Place};
use crate::json::json;
use crate::short::{line_text, short, span_text, visible};
use crate::source::{SourceFile, SourceMap, Span};

/// Output format of diagnostics.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Several lines with the source and carets, coloured if `true`.
    Human(bool),
    /// `file:line:col: error: message`.
    Short,
    /// One JSON object per line.
    Json,
}

/// Renders a diagnostic as text, without a final line break.
pub fn render(format: Format, sources: &SourceMap, diagnostic: &Diagnostic) -> String {
    match format {
        Format::Human(colour) => human(colour, sources, diagnostic),
        Format::Short => short(sources, diagnostic),
        Format::Json => json(sources, diagnostic).to_string(),
    }
}

fn human(colour: bool, sources: &SourceMap, diagnostic: &Diagnostic) -> String {
    let level = match diagnostic.level {
        Level::Error => Title::ERROR,
        Level::Warning => Title::WARNING,
    };
    let message = match diagnostic.place {
        Place::Offset(offset) => format!("at offset {offset:#x}: {}", diagnostic.message),
        _ => diagnostic.message.clone(),
    };
    let mut title = level.primary_title(visible(&message));
    if let Some(code) = diagnostic.code {
        title = title.id(code);
    }
    let mut group = annotate_snippets::Group::with_title(title);
    if let Place::Text(primary) = diagnostic.place
        && let Some(file) = sources.get(primary.file)
    {
        let here = || diagnostic.labels.iter().filter(|l| is_near(l.span, primary));
        let start = here().map(|l| l.span.start).chain([primary.start]).min().unwrap_or(0);
        let end = here().map(|l| l.span.end).chain([primary.end]).max().unwrap_or(0);
        let (line, base, text) = file.excerpt(start as usize..end as usize);
        if text.len() > LONGEST {
            return human(colour, sources, &without_excerpt(diagnostic, file, primary));
        }
        // A caret at the end of the line is one place after its last character. A place inside a character is widened
        // to it.
        let clip = |at: u32| (at as usize).saturating_sub(base).min(text.len());
        let cut = |span: Span| {
            let from = text.floor_char_boundary(clip(span.start));
            from..text.ceil_char_boundary(clip(span.end)).max(from)
        };
        let mark = |kind: AnnotationKind, span: Span, remark: &str| -> Annotation<'static> {
            let mark = kind.span(cut(span));
            if remark.is_empty() { mark } else { mark.label(remark.to_owned()) }
        };
        let (name, line) = file.origin(line);
        let snippet = Snippet::source(text)
            .path(name)
            .line_start(line)
            .annotation(mark(AnnotationKind::Primary, primary, &diagnostic.label))
            .annotations(here().map(|l| mark(AnnotationKind::Context, l.span, &l.text)));
        group = group.element(snippet);
    }
    let at = |(offset, text): &(u64, String)| Title::NOTE.message(format!("at offset {offset:#x}: {text}"));
    group = group.elements(far(sources, diagnostic).map(|text| Title::NOTE.message(text)));
    if let Some(text) = line_text(&diagnostic.place) {
        group = group.element(Title::NOTE.message(format!("at {text}")));
    }
    group = group.elements(diagnostic.offsets.iter().map(at));
    group = group.elements(diagnostic.notes.iter().map(|n| Title::NOTE.message(visible(n))));
    group = group.elements(diagnostic.help.iter().map(|h| Title::HELP.message(visible(h))));
    let renderer = if colour { Renderer::styled().decor_style(DecorStyle::Unicode) } else { Renderer::plain() };
    renderer.render(&[group]).to_string()
}

/// Whether a label is shown with the lines of its message.
fn is_near(label: Span, primary: Span) -> bool {
    label.file == primary.file && (label.start.abs_diff(primary.start) as usize) < LONGEST / 2
}

/// The labels in other files, or far away, as notes: `at part.s:2:3: writes v2 later`.
fn far(sources: &SourceMap, diagnostic: &Diagnostic) -> impl Iterator<Item = String> {
    let primary = match diagnostic.place {
        Place::Text(primary) => Some(primary),
        _ => None,
    };
    let labels = diagnostic.labels.iter().filter(move |l| primary.is_some_and(|primary| !is_near(l.span, primary)));
    labels.filter_map(|label| {
        let file = sources.get(label.span.file)?;
        Some(format!("at {}: {}", span_text(file, label.span), label.text))
    })
}

/// Largest number of source bytes in a message.
const LONGEST: usize = 16 << 10;

/// Number of bytes of a long line to show around a place.
const AROUND: usize = 30;

/// Moves the place of a diagnostic into a note, for lines that are too long to show.
fn without_excerpt(diagnostic: &Diagnostic, file: &SourceFile, span: Span) -> Diagnostic {
    let (from, to) = (file.floor((span.start as usize).saturating_sub(AROUND)), span.start as usize + AROUND);
    let cut = file.text[from..file.floor(to)].replace('\n', " ");
    let mut shown = diagnostic.clone().note(format!("at {}: …{cut}…", span_text(file, span)));
    (shown.place, shown.labels) = (Place::Nowhere, Vec::new());
    shown
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn sample() -> (SourceMap, Diagnostic) {
        let mut map = SourceMap::new();
        let file = map.add("a.s", "v_nop\nv_mov_b32 v0, s[0:1]\n");
        let at = Span::new(14..20).moved(file, 6 - 1);
        let error = Diagnostic::error(crate::codes::REGISTER_COUNT, "source 0 needs 1 register, `s[0:1]` names 2")
            .at(at)
            .label("2 registers")
            .help("write `s0`");
        (map, error)
    }

    #[test]
    fn short_is_one_line() {
        let (map, error) = sample();
        assert_eq!(
            render(Format::Short, &map, &error),
            "a.s:2:14: error[E0202]: source 0 needs 1 register, `s[0:1]` names 2"
        );
    }

    #[test]
    fn short_stays_one_line() {
        let error =
            Diagnostic::error(crate::codes::LAUNCH, "`k*` matches 2 kernels:\n  k1(int, float)\n  k2\n  and more");
        let text = render(Format::Short, &SourceMap::new(), &error);
        assert_eq!(text, "error[E1104]: `k*` matches 2 kernels: k1(int, float), k2, and more");
    }

    #[test]
    fn control_characters_are_seen() {
        let error = Diagnostic::error(crate::codes::FILE, "cannot read a\0\x1b[31mb").note("c\x07");
        for format in [Format::Short, Format::Human(false)] {
            let text = render(format, &SourceMap::new(), &error);
            assert!(text.contains("cannot read a\\u{0}\\u{1b}[31mb"), "{text}");
            assert!(!text.contains(|c: char| c.is_control() && c != '\n'), "{text:?}");
        }
    }

    #[test]
    fn a_line_of_a_file_that_is_not_at_hand() {
        let (map, mut error) = sample();
        error.place = Place::Line { file: "k.cl".into(), line: 7, column: 0 };
        error.data.insert("kind".into(), "race".into());
        assert!(render(Format::Short, &map, &error).starts_with("k.cl:7: error[E0202]: "));
        assert!(render(Format::Human(false), &map, &error).contains("note: at k.cl:7"));
        let line: serde_json::Value = serde_json::from_str(&render(Format::Json, &map, &error)).expect("JSON");
        assert_eq!(line["place"], json!({ "file": "k.cl", "line": 7, "column": null }));
        assert_eq!(line["kind"], "race");
    }

    #[test]
    fn human_has_a_caret() {
        let (map, error) = sample();
        let text = render(Format::Human(false), &map, &error);
        assert!(text.contains("error[E0202]") && text.contains("^^^^^^ 2 registers"), "{text}");
        assert!(text.contains("a.s:2:14") && text.contains("help: write `s0`"), "{text}");
    }

    #[test]
    fn a_place_inside_a_character_is_widened_to_it() {
        let mut map = SourceMap::new();
        let file = map.add("a.s", "\u{fffd}\u{fffd} x");
        let error = Diagnostic::error(crate::codes::NOT_TEXT, "not text").at(Span::new(1..2).moved(file, 0));
        assert!(render(Format::Human(false), &map, &error).contains("a.s:1:1"));
    }

    #[test]
    fn a_long_line_is_cut() {
        let mut map = SourceMap::new();
        let file = map.add("a.s", "bad; ".repeat(100_000));
        let error =
            Diagnostic::error(crate::codes::NOT_TEXT, "not text").at(Span::new(250_000..250_003).moved(file, 0));
        let text = render(Format::Human(false), &map, &error);
        assert!(text.len() < 300 && text.contains("a.s:1:250001"), "{text}");
    }

    #[test]
    fn offsets_need_no_text() {
        let error = Diagnostic::error(crate::codes::TRUNCATED, "the input ends inside an instruction").at_offset(0x40);
        let text = render(Format::Short, &SourceMap::new(), &error);
        assert_eq!(text, "0x40: error[E0602]: the input ends inside an instruction");
    }
}
