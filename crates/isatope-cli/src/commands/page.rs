//! The page of an instruction.

use anstyle::{Effects, Style};
use isatope_core::tables::{ARCHES, Arch, NONE, Slot};
use isatope_core::{Instruction, Target};
use isatope_lang::{CodeKind, FieldKind, Form, Inst, Interface, Model, OperandType};

use crate::spec;

/// Bold on a terminal.
pub fn bold(text: &str) -> String {
    let style = Style::new().effects(Effects::BOLD);
    format!("{style}{text}{style:#}")
}

/// Dim on a terminal.
pub fn dim(text: &str) -> String {
    let style = Style::new().effects(Effects::DIMMED);
    format!("{style}{text}{style:#}")
}

/// Breaks a paragraph into lines.
pub fn wrap(text: &str) -> String {
    let mut out = String::new();
    let mut length = 0;
    for word in text.split_whitespace() {
        if length > 0 && length + 1 + word.len() > 96 {
            out.push('\n');
            length = 0;
        }
        if length > 0 {
            out.push(' ');
            length += 1;
        }
        out += word;
        length += word.chars().count();
    }
    out
}

/// The name in the specification of a mnemonic in any spelling: upper or lower case, with or without a format suffix.
pub fn find(name: &str) -> Option<&'static str> {
    let lower = name.to_ascii_lowercase();
    for arch in ARCHES {
        let suffixes = arch.formats.iter().flat_map(|f| f.suffixes).filter(|s| !s.is_empty());
        let bare = suffixes.filter_map(|s| lower.strip_suffix(s)).next();
        for wanted in [Some(lower.as_str()), bare].into_iter().flatten() {
            if let Some(found) = arch.mnemonics.iter().find(|m| m.name.eq_ignore_ascii_case(wanted)) {
                return Some(arch.insts[found.inst as usize].name);
            }
        }
    }
    None
}

/// The page of all entries of a name; with an instruction, of the entry that it belongs to.
pub fn page(target: Target, name: &str, only: Option<&Instruction>) -> anyhow::Result<String> {
    let arch = match ARCHES.iter().find(|a| a.insts.iter().any(|i| i.name == name)) {
        Some(arch) => arch,
        None => target.arch(),
    };
    let model = spec::model(arch)?;
    let wanted = |i: &&Inst| i.name == name && only.is_none_or(|w| i.versions.contains(w.target().version()));
    let pages: Vec<_> = model.insts.iter().filter(wanted).map(|i| entry(arch, &model, i)).collect();
    Ok(pages.join("\n"))
}

fn entry(arch: &Arch, model: &Model, inst: &Inst) -> String {
    let versions: Vec<_> = inst.versions.iter().map(|v| model.versions[v].name.as_str()).collect();
    let mut out = format!("{}  {}\n{}\n", bold(&inst.name), dim(&versions.join(" ")), wrap(&inst.summary));
    if !inst.doc.trim().is_empty() {
        out += &format!("{}\n", wrap(&inst.doc));
    }
    out += &syntax(arch, model, inst);
    out += &opcodes(model, inst);
    out += &operands(model, inst);
    out += &modifiers(arch, inst);
    if !inst.body_text.trim().is_empty() {
        out += &format!("\n{}\n{}\n", bold("Meaning"), indent(&inst.body_text));
    }
    out += &status(model, inst);
    let aliases: Vec<_> = model
        .aliases
        .iter()
        .filter(|a| a.name == inst.name && !a.versions.and(inst.versions).is_empty())
        .map(|a| format!("{} ({})", a.alias, model.dialect_names[a.dialect]))
        .collect();
    if !aliases.is_empty() {
        out += &format!("\n{}  {}\n", bold("Also written"), aliases.join(", "));
    }
    out
}

/// The words of the modifiers, where the text of the architecture has dots.
fn modifiers(arch: &Arch, inst: &Inst) -> String {
    let known = arch.insts.iter().find(|i| i.name == inst.name).filter(|_| arch.dotted);
    let form = known.map(|i| &arch.forms[i.first_form as usize]);
    let encoding = form.and_then(|f| f.encodings.iter().rev().find(|&&e| e != NONE));
    let Some(encoding) = encoding.map(|&e| &arch.encodings[e as usize]) else { return String::new() };
    let lines = super::modifiers::table(arch, &arch.layouts[encoding.layout as usize]);
    let lines: String = lines.iter().map(|line| format!("  {line}\n")).collect();
    if lines.is_empty() { lines } else { format!("\n{}\n{lines}", bold("Modifiers")) }
}

/// How each form is written in each dialect, in the newest version that has it.
fn syntax(arch: &Arch, model: &Model, inst: &Inst) -> String {
    let mut out = format!("\n{}\n", bold("Syntax"));
    let known = arch.insts.iter().enumerate().filter(|(_, i)| i.name == inst.name);
    let known = known.filter(|(_, i)| i.versions & inst.versions.0 != 0);
    for (_, data) in known {
        for form in data.first_form..data.first_form + data.form_count as u16 {
            let form = &arch.forms[form as usize];
            let Some(&encoding) = form.encodings.iter().rev().find(|&&e| e != NONE) else { continue };
            let encoding = &arch.encodings[encoding as usize];
            let layout = &arch.layouts[encoding.layout as usize];
            let list: Vec<_> = data
                .operands
                .iter()
                .zip(layout.slots)
                .map(|(o, slot)| match *slot {
                    Slot::Register(r) => arch.registers[r as usize].name.to_string(),
                    Slot::Field(_) if o.dwords > 1 => format!("{}({})", o.name, o.dwords),
                    Slot::Field(_) => o.name.to_string(),
                })
                .collect();
            let width = model.dialect_names.iter().map(String::len).max().unwrap_or(0).max(5);
            for (d, dialect) in model.dialect_names.iter().enumerate() {
                let mnemonic = encoding.mnemonics.get(d).copied().unwrap_or(data.name);
                let format = &arch.formats[form.format as usize];
                let word = if data.form_count > 1 { format.words.get(d).copied().unwrap_or("") } else { "" };
                let line = match arch.dotted {
                    true => super::modifiers::syntax(arch, layout, data, mnemonic, d),
                    false => format!("{mnemonic} {}", list.join(", ")),
                };
                let word = if word.is_empty() { String::new() } else { format!(" {}", dim(word)) };
                out += &format!("  {dialect:width$} {}{word}\n", line.trim_end());
            }
        }
    }
    out
}

fn opcodes(model: &Model, inst: &Inst) -> String {
    let mut out = format!("\n{}\n", bold("Opcodes"));
    let shown: Vec<_> = inst.versions.iter().collect();
    // Of a format that is made of parts the page shows the first one; the modifiers tell the rest.
    let name = |f: &Form| model.formats[f.format].name.split(['+', '/']).next().unwrap_or_default();
    let name_width = inst.forms.iter().map(|f| name(f).len()).max().unwrap_or(0).max(6);
    out += &format!("  {:name_width$}", "");
    for &v in &shown {
        out += &format!("  {:>8}", model.versions[v].name);
    }
    out.push('\n');
    for form in &inst.forms {
        out += &format!("  {:name_width$}", name(form));
        for &v in &shown {
            let code = form
                .opcodes
                .get(v)
                .copied()
                .flatten()
                .map_or("–".to_string(), |c| super::modifiers::opcode(model, form.format, v, c));
            out += &format!("  {code:>8}");
        }
        out.push('\n');
    }
    out
}

fn operands(model: &Model, inst: &Inst) -> String {
    if inst.operands.is_empty() {
        return String::new();
    }
    let mut out = format!("\n{}\n", bold("Operands"));
    let width = inst.operands.iter().map(|o| o.name.len()).max().unwrap_or(0);
    for (i, operand) in inst.operands.iter().enumerate() {
        let ty = spec::type_name(operand.ty);
        if let Some((bits, tables)) = number(model, inst, i) {
            let names = if tables.is_empty() { String::new() } else { format!("; names: {}", tables.join(", ")) };
            out += &format!("  {:width$}  {ty:5} a number of {bits} bits{names}\n", operand.name);
            continue;
        }
        let access = match (operand.read, operand.written) {
            (true, true) => "read and written",
            (false, true) => "written",
            (true, false) => "read",
            (false, false) => "not used",
        };
        let registers = operand.ty.dwords(model.lanes);
        let plural = if registers == 1 { "" } else { "s" };
        let view = if operand.view.is_empty() { String::new() } else { format!(" ({})", operand.view) };
        out += &format!("  {:width$}  {ty:5} {registers} register{plural}, {access}{view}\n", operand.name);
    }
    if let Some(program) = inst.programs.last() {
        let effects = &program.effects;
        for (label, registers, memories) in
            [("reads", &effects.reads, &effects.reads_memory), ("writes", &effects.writes, &effects.writes_memory)]
        {
            let memories = memories.iter().map(|&m| model.memories[m].name.as_str());
            let list: Vec<&str> = registers.iter().map(|&r| model.registers[r].name.as_str()).chain(memories).collect();
            if !list.is_empty() {
                out += &format!("  besides {label} {}\n", list.join(", "));
            }
        }
        for &(interface, operation) in &effects.calls {
            out += &format!("  calls {}\n", operation_line(&model.interfaces[interface], operation));
        }
    }
    out
}

/// An operation of the host with its parameters.
fn operation_line(interface: &Interface, operation: usize) -> String {
    let operation = &interface.operations[operation];
    let params: Vec<String> = operation
        .params
        .iter()
        .map(|(name, ty)| format!("{name}: {}", spec::type_name(OperandType::Plain(*ty))))
        .collect();
    let result =
        operation.result.map_or(String::new(), |ty| format!(" -> {}", spec::type_name(OperandType::Plain(ty))));
    let scope = if operation.wave { "once a wavefront" } else { "in each lane" };
    format!("{}.{}({}){result}, {scope}", interface.name, operation.name, params.join(", "))
}

/// For an operand that is a number in the instruction: its width, and the tables of the names in it.
fn number<'m>(model: &'m Model, inst: &Inst, operand: usize) -> Option<(u32, Vec<&'m str>)> {
    let form = inst.forms.first()?;
    let layout = model.formats[form.format].layouts.iter().flatten().last()?;
    let isatope_lang::Slot::Field(field) = layout.slots.get(operand)? else { return None };
    let FieldKind::Operand(class) = layout.fields[*field].kind else { return None };
    let class = &model.classes[class];
    let CodeKind::Number(number) = &class.codes.first()?.kind else { return None };
    let mut tables = Vec::new();
    for spelling in &number.spellings {
        if let isatope_lang::SpellingKind::Call(_, arguments) = &spelling.kind {
            tables.extend(arguments.iter().filter_map(|a| Some(model.enums[a.names.as_ref()?.list].name.as_str())));
        }
    }
    tables.sort_unstable();
    tables.dedup();
    Some((class.bits, tables))
}

fn status(model: &Model, inst: &Inst) -> String {
    let mut out = format!("\n{}\n{}", bold("How well this is known"), super::evidence::lines(model, inst));
    if !inst.examples.is_empty() {
        out += &format!("  examples  {} checked\n", inst.examples.len());
    }
    out
}

/// Shifts a block of text to the right, dropping the indentation it has.
fn indent(text: &str) -> String {
    let lines: Vec<_> = text.trim_matches('\n').lines().collect();
    let depth = |line: &&&str| line.len() - line.trim_start().len();
    let rest = lines.iter().skip(1).filter(|l| !l.trim().is_empty());
    let common = rest.map(|l| depth(&l)).min().unwrap_or(0);
    let cut = |line: &str| line.get(common.min(line.len() - line.trim_start().len())..).unwrap_or("").to_string();
    lines.iter().map(|l| format!("  {}", cut(l)).trim_end().to_string()).collect::<Vec<_>>().join("\n")
}
