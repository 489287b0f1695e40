//! Grammars for editors, generated from the tables: TextMate for VS Code, tree-sitter for Neovim, Helix and Zed. So are
//! the names of targets in the configurations of editors, by which they choose the language of a file.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use isatope_core::tables::{ARCHES, Arch, ModifierKind};
use serde_json::{Value, json};

/// A generated file: path below the root, and text.
type Generated = (PathBuf, String);

/// Writes the grammars to `editors/`.
pub fn write(root: &Path) -> Result<()> {
    for (path, text) in all(root) {
        let path = root.join(path);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::write(path, text)?;
    }
    Ok(())
}

/// Compares the grammars in `editors/` with those that the tables give.
pub fn check(root: &Path) -> Result<()> {
    for (path, text) in all(root) {
        let found = fs::read_to_string(root.join(&path)).unwrap_or_default();
        if found.replace("\r\n", "\n") != text {
            bail!("{} is not what the tables give: run `cargo xtask grammars`", path.display());
        }
    }
    Ok(())
}

fn all(root: &Path) -> Vec<Generated> {
    let mut all: Vec<Generated> = ARCHES
        .iter()
        .map(|arch| {
            let path = format!("editors/vscode/syntaxes/{}-asm.tmLanguage.json", arch.name);
            let text = serde_json::to_string_pretty(&text_mate(arch)).unwrap_or_default();
            (PathBuf::from(path), text + "\n")
        })
        .collect();
    all.push((PathBuf::from("editors/tree-sitter/grammar.js"), tree_sitter()));
    all.push(with_targets(root, "editors/vscode/package.json", vscode));
    all.push(with_targets(root, "editors/neovim/isatope.lua", neovim));
    all.push(with_targets(root, "editors/emacs/isatope.el", emacs));
    all
}

/// A file into which the names of targets are filled.
fn with_targets(root: &Path, path: &str, fill: impl Fn(&str) -> String) -> Generated {
    let text = fs::read_to_string(root.join(path)).unwrap_or_default();
    (PathBuf::from(path), fill(&text.replace("\r\n", "\n")))
}

/// All names of the targets of an architecture, as `isatope targets` lists them.
fn targets(arch: &Arch) -> BTreeSet<String> {
    let versions = arch.versions.iter();
    versions.flat_map(|v| std::iter::once(&v.name).chain(v.names)).map(|name| name.to_lowercase()).collect()
}

/// A text with other lines between those that contain `GENERATED` and `END GENERATED`.
fn filled(text: &str, lines: &str) -> String {
    let (start, end) = (text.find("GENERATED"), text.find("END GENERATED"));
    let start = start.and_then(|at| Some(at + text[at..].find('\n')? + 1));
    let end = end.and_then(|at| Some(text[..at].rfind('\n')? + 1));
    match (start, end) {
        (Some(start), Some(end)) if start <= end => format!("{}{lines}{}", &text[..start], &text[end..]),
        _ => "the marks of generated lines are missing\n".to_owned(),
    }
}

/// The package with the names of targets in the first lines by which VS Code knows the languages.
fn vscode(text: &str) -> String {
    let mut names = String::new();
    let lines = text.split_inclusive('\n').map(|line| {
        if let Some(arch) = ARCHES.iter().find(|arch| line.contains(&format!("\"id\": \"{}-asm\"", arch.name))) {
            names = alternatives(&targets(arch)).replace('.', "\\\\.");
        }
        match line.trim_start().starts_with("\"firstLine\": ") {
            true => with_names(line, &names),
            false => line.to_owned(),
        }
    });
    lines.collect()
}

/// A line with names in each group `(?:…)`.
fn with_names(line: &str, names: &str) -> String {
    const GROUP: &str = "(?:";
    let mut parts = line.split(GROUP);
    let first = parts.next().unwrap_or_default().to_owned();
    let others = parts.map(|part| format!("{GROUP}{names}{}", part.find(')').map_or("", |end| &part[end..])));
    first + &others.collect::<String>()
}

/// The configuration of Neovim with the languages of all targets.
fn neovim(text: &str) -> String {
    let names = |arch: &Arch| {
        let names: Vec<String> = targets(arch).into_iter().map(|name| format!("{name:?}")).collect();
        format!("  [\"{}-asm\"] = {{ {} }},\n", arch.name, names.join(", "))
    };
    filled(text, &ARCHES.iter().map(|arch| names(arch)).collect::<String>())
}

/// The configuration of Emacs with the languages of all targets.
fn emacs(text: &str) -> String {
    let names = |arch: &Arch| {
        let names: Vec<String> = targets(arch).into_iter().map(|name| format!("{name:?}")).collect();
        format!("    ({}-asm-mode {})\n", arch.name, names.join(" "))
    };
    filled(text, &ARCHES.iter().map(|arch| names(arch)).collect::<String>())
}

/// Words of an architecture.
struct Words {
    /// Prefixes of numbered registers.
    files: BTreeSet<String>,
    /// Registers without a number.
    registers: BTreeSet<String>,
    /// Modifiers.
    modifiers: BTreeSet<String>,
}

impl Words {
    fn of(arch: &Arch) -> Self {
        let files = arch.files.iter().map(|file| file.prefix.to_string()).filter(|prefix| is_word(prefix)).collect();
        let mut registers = BTreeSet::new();
        for register in arch.registers {
            for name in register.print.iter().chain([&register.name]).filter(|name| is_word(name)) {
                registers.insert(name.to_string());
                if register.bits > 32 {
                    registers.extend(["lo", "hi"].map(|part| format!("{name}_{part}")));
                }
            }
        }
        let mut modifiers = BTreeSet::new();
        for modifier in arch.modifiers {
            match modifier.kind {
                ModifierKind::Flag
                | ModifierKind::Bits
                | ModifierKind::Number(..)
                | ModifierKind::Swizzle
                | ModifierKind::Parts(_)
                | ModifierKind::Named(_) => {
                    modifiers.insert(modifier.name.to_string());
                }
                ModifierKind::Choice(words) => modifiers.extend(words.iter().map(|(_, word)| word.to_string())),
                ModifierKind::Words(words) => {
                    modifiers.extend(words.iter().flat_map(|word| word.names.iter().map(|name| name.to_string())));
                }
                ModifierKind::Mark(_)
                | ModifierKind::Prefix(_)
                | ModifierKind::Around(..)
                | ModifierKind::Function(_) => {}
            }
        }
        modifiers.retain(|word| is_word(word));
        Self { files, registers, modifiers }
    }
}

fn is_word(text: &str) -> bool {
    let starts = text.starts_with(|c: char| c.is_ascii_alphabetic());
    starts && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// Alternatives of a regular expression, longer ones first.
fn alternatives(words: &BTreeSet<String>) -> String {
    let mut words: Vec<&str> = words.iter().map(String::as_str).collect();
    words.sort_by_key(|word| (std::cmp::Reverse(word.len()), *word));
    words.join("|")
}

/// A TextMate grammar.
fn text_mate(arch: &Arch) -> Value {
    let words = Words::of(arch);
    let scope = format!("{}-asm", arch.name);
    let named = |name: &str, pattern: String| json!({ "name": format!("{name}.{scope}"), "match": pattern });
    let (files, registers) = (alternatives(&words.files), alternatives(&words.registers));
    let mut operands = vec![
        json!({ "name": format!("string.quoted.double.{scope}"), "begin": "\"", "end": "\"|$",
            "patterns": [{ "name": format!("constant.character.escape.{scope}"), "match": "\\\\." }] }),
        named("variable.language.register", format!("(?i)\\b(?:{files})(?:[0-9]+\\b|(?=\\[))")),
    ];
    if !registers.is_empty() {
        operands.push(named("variable.language.register", format!("(?i)\\b(?:{registers})\\b")));
    }
    operands.push(named("constant.numeric.hex", "\\b0[xX][0-9a-fA-F]+\\b".to_owned()));
    operands.push(named("constant.numeric.binary", "\\b0[bB][01]+\\b".to_owned()));
    operands.push(named("constant.numeric", "\\b[0-9]+(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]+)?\\b".to_owned()));
    operands.push(named("storage.modifier", format!("\\b(?:{})\\b", alternatives(&words.modifiers))));
    if arch.syntax.attaches() {
        operands.push(named("storage.modifier", "\\.[A-Za-z][A-Za-z0-9_]*".to_owned()));
    }
    operands.push(named("variable.other.macro", "\\\\[A-Za-z_@][A-Za-z0-9_]*".to_owned()));
    json!({
        "$schema": "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json",
        "name": format!("{scope} (generated by `cargo xtask grammars`)"),
        "scopeName": format!("source.{scope}"),
        "patterns": [
            { "include": "#metadata" },
            { "include": "#comments" },
            { "include": "#statements" },
            { "include": "#operands" },
        ],
        "repository": {
            "metadata": {
                "begin": "^\\s*(\\.amdgpu_metadata)\\b", "end": "^\\s*(\\.end_amdgpu_metadata)\\b",
                "captures": { "1": { "name": format!("keyword.control.directive.{scope}") } },
                "contentName": format!("string.unquoted.yaml.{scope}"),
            },
            "comments": { "patterns": [
                { "name": format!("comment.block.{scope}"), "begin": "/\\*", "end": "\\*/" },
                named("comment.line", "//.*$".to_owned()),
                named("comment.line", ";.*$".to_owned()),
                named("comment.line", "^\\s*#.*$|#(?=\\s).*$".to_owned()),
            ]},
            "statements": { "patterns": statements(&scope) },
            "operands": { "patterns": operands },
        },
    })
}

/// Labels, and the first word of a statement.
fn statements(scope: &str) -> Value {
    let label = json!({ "name": format!("entity.name.label.{scope}") });
    let directive = json!({ "name": format!("keyword.control.directive.{scope}") });
    let mnemonic = json!({ "name": format!("entity.name.function.mnemonic.{scope}") });
    let (name, dotted) = ("[A-Za-z_][A-Za-z0-9_]*", "[A-Za-z_][A-Za-z0-9_]*(?:\\.[A-Za-z0-9_]+)*");
    json!([
        {
            "match": format!("^\\s*([A-Za-z0-9_.$]+):\\s*(?:(\\.{name})|({dotted}))?"),
            "captures": { "1": label, "2": directive, "3": mnemonic },
        },
        { "match": format!("^\\s*(\\.{name})\\b"), "captures": { "1": directive } },
        { "match": format!("^\\s*({dotted})\\b(?!\\s*=[^=])"), "captures": { "1": mnemonic } },
    ])
}

/// A tree-sitter grammar for all architectures.
fn tree_sitter() -> String {
    let mut files = BTreeSet::new();
    let mut registers = BTreeSet::new();
    for arch in ARCHES {
        let words = Words::of(arch);
        files.extend(words.files);
        registers.extend(words.registers);
    }
    // The longest match wins, and of matches with one length the first rule: a register before a name. Every text has a
    // tree without errors: what statements consist of is for the assembler to say.
    format!(
        r##"// Assembly of all architectures of Isatope. Generated by `cargo xtask grammars`: do not edit.

/// <reference types="tree-sitter-cli/dsl" />
module.exports = grammar({{
  name: "gpu_asm",
  extras: ($) => [/[ \t\r\f]/, /\\\r?\n/, $.block_comment],
  word: ($) => $.identifier,
  rules: {{
    source: ($) => seq(repeat(seq(optional($._line), /\n/)), optional($._line)),
    _line: ($) => choice(
      seq(repeat1($.label), optional($._statement), optional($.line_comment)),
      seq($._statement, optional($.line_comment)),
      $.line_comment,
      alias($.hash_comment, $.line_comment),
    ),
    label: ($) => seq(field("name", choice($.identifier, $.local_name, $.number, $.parameter)), ":"),
    _statement: ($) => choice($.metadata, $.directive, $.assignment, $.instruction, $.other),
    // YAML, up to the directive that ends it.
    metadata: ($) => prec.right(seq(
      field("name", alias(".amdgpu_metadata", $.local_name)),
      optional(seq(
        optional($.line_comment),
        /\n/,
        repeat(seq(optional($.yaml), /\n/)),
        optional(choice($.yaml, field("name", alias(token(prec(1, ".end_amdgpu_metadata")), $.local_name)))),
      )),
    )),
    yaml: ($) => /[^ \t\r\n][^\n]*/,
    assignment: ($) => seq(field("name", choice($.identifier, $.local_name, $.parameter)), "=", optional($._rest)),
    directive: ($) => seq(field("name", $.local_name), optional($._operands)),
    instruction: ($) => seq(field("mnemonic", choice($.identifier, $.parameter)), optional($._operands)),
    other: ($) => choice(
      seq($.number, optional(seq(choice($._operand, $._mark, "="), optional($._rest)))),
      seq(choice($.string, $.character, $.operator, $._mark, "=", ":"), optional($._rest)),
    ),
    _operands: ($) => seq(choice($._operand, $._mark), optional($._rest)),
    _rest: ($) => repeat1(choice($._operand, $._mark, "=", ":")),
    // A file, as in `v[0:1]`.
    _file: ($) => choice({quoted}),
    _operand: ($) => choice(
      $.register, alias($._file, $.register), $.number, $.string, $.character, $.identifier, $.local_name, $.parameter,
      $.operator,
    ),
    _mark: ($) => choice(",", "[", "]", "(", ")", "{{", "}}"),
    register: ($) => token(choice(
      /({files})[0-9]+(\.[A-Za-z0-9_.]*)?/,
      /({registers})(\.[A-Za-z0-9_.]*)?/,
    )),
    number: ($) => /[0-9][A-Za-z0-9_.$]*|[0-9][0-9.]*[eE][+-][0-9]+/,
    string: ($) => /"([^"\\\n]|\\[^\n])*"?/,
    character: ($) => /'([^'\\\n]|\\[^\n])'?/,
    identifier: ($) => /[\p{{L}}_$][\p{{L}}\p{{N}}_$.]*/,
    local_name: ($) => /\.[\p{{L}}\p{{N}}_$.]*/,
    parameter: ($) => /\\[\p{{L}}_@][\p{{L}}\p{{N}}_]*|\\\(\)/,
    operator: ($) => token(prec(-1, /[^\s\w\[\](){{}},=:]|==/)),
    line_comment: ($) => token(choice(/\/\/[^\n]*/, /;[^\n]*/, /#[ \t][^\n]*/)),
    hash_comment: ($) => token(prec(1, /#[^\n]*/)),
    block_comment: ($) => /\/\*([^*]|\*+[^*\/])*(\*+\/)?/,
  }},
}});
"##,
        quoted = files.iter().map(|file| format!("{file:?}")).collect::<Vec<_>>().join(", "),
        files = alternatives(&files),
        registers = alternatives(&registers),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grammars_are_fresh() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace");
        check(root).expect("fresh grammars");
    }

    #[test]
    fn configurations_know_every_target() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace");
        let package = fs::read_to_string(root.join("editors/vscode/package.json")).expect("a file");
        let package: Value = serde_json::from_str(&package).expect("JSON");
        for arch in ARCHES {
            let id = format!("{}-asm", arch.name);
            let languages = package["contributes"]["languages"].as_array().expect("a list");
            let language = languages.iter().find(|one| one["id"] == id.as_str()).expect("a language");
            let first = language["firstLine"].as_str().expect("a text");
            let names = first.rsplit_once("(?:").and_then(|(_, rest)| rest.split_once(')')).expect("a group").0;
            let names: BTreeSet<String> = names.split('|').map(|name| name.replace("\\.", ".")).collect();
            assert_eq!(names, targets(arch));
            assert!(names.len() > 5, "{names:?}");
        }
    }

    #[test]
    fn grammars_know_every_register_file() {
        for arch in ARCHES {
            let text = text_mate(arch).to_string();
            let words = Words::of(arch);
            assert!(!words.files.is_empty() && words.modifiers.len() > 10, "{}", arch.name);
            assert!(words.files.iter().chain(&words.registers).all(|word| text.contains(word.as_str())));
        }
    }
}
