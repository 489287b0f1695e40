//! Lane functions: what each instruction does, as plain Rust.
//!
//! The generator writes one function for each distinct program. Sources are borrowed, or spread into rows, before the
//! lane loop, and results are stored after it. The loop itself therefore uses only rows and locals, and the compiler
//! can vectorize it. Such functions are compiled for every level of the processor. A program without side effects runs
//! for all lanes, and only the store reads the mask of active lanes. A program that is costly or has side effects runs
//! for the active lanes only.
//!
//! The generated text expects these names in scope: `Wave` (the registers), `Ops` (operands and fields of the
//! instruction), `World` (memories and interfaces), `L` (number of lanes), `float` (float arithmetic), `Functions`,
//! `Layout` and `Traits`, and the helpers of the `rt` module.

mod body;
mod calls;
mod entries;
mod expr;
mod function;
mod native;
mod needs;
mod operands;
mod passes;
mod paths;
mod program;
mod rows;
mod staged;
mod stages;
mod views;

use std::collections::HashMap;
use std::fmt::Write;

use isatope_lang::{CodeKind, Effects, Model};

use body::Frame;
use entries::Entries;
use needs::Needs;
pub(crate) use needs::{Node, walk, walk_expr};
use program::{Text, program};

/// Lane functions of architectures as Rust source files: one file for each architecture and number of lanes, and
/// `machines.rs`, which lists them.
pub fn lane_files(models: &[Model]) -> Vec<(String, String)> {
    let (mut files, mut modules, mut all) = (Vec::new(), String::new(), String::new());
    for model in models {
        for (number, lanes) in model.lane_counts().into_iter().enumerate() {
            // The default number of lanes has the plain name.
            let name = if number == 0 { model.arch.clone() } else { format!("{}_{lanes}", model.arch) };
            files.push((format!("{name}.rs"), lane_functions(&model.with_lanes(lanes))));
            let _ = writeln!(modules, "generated!({name}, \"{name}.rs\", {lanes});");
            let _ = write!(all, "&{name}::MACHINE, ");
        }
    }
    let all = format!(
        "{modules}/// Machines of all architectures, each with its default number of lanes first.\n\
         pub static ALL: &[&'static dyn Machine] = &[{all}];\n"
    );
    files.push(("machines.rs".to_string(), all));
    files
}

/// Lane functions of an architecture, and the tables that find them.
fn lane_functions(model: &Model) -> String {
    let state = State::new(model);
    let quiet = needs::quiet_functions(model);
    let needs = Needs::of_functions(model, &quiet);
    let mut codes = model.classes.iter().flat_map(|class| &class.codes);
    let any_computed = codes.any(|code| matches!(code.kind, CodeKind::Value(_)));
    let cx = Context { model, state: &state, needs: &needs, any_computed };
    let mut out = String::new();
    for index in 0..model.functions.len() {
        body::function(&cx, index, &mut out);
    }
    let values = values(&cx, &mut out);
    let moves = moves(&cx, &mut out);
    programs(&cx, &mut out);
    calls::calls(model, &mut out);
    state.tables(&values, &moves, &mut out);
    out
}

/// Data that all parts of the generator read.
struct Context<'a> {
    model: &'a Model,
    state: &'a State,
    needs: &'a [Needs],
    /// Whether the value of any operand code is computed.
    any_computed: bool,
}

/// Layout of the state: scalars are one array of 32-bit words, per-lane registers one array of rows.
struct State {
    /// Name of the architecture.
    arch: String,
    /// First scalar word or first row of each file.
    files: Vec<usize>,
    /// First scalar word of each register.
    registers: Vec<usize>,
    /// Plain fields that programs read. Names in one entry share an index, because no instruction has two of them.
    fields: Vec<Vec<String>>,
    scalars: usize,
    rows: usize,
    /// Register that contains the mask of active lanes.
    exec: usize,
    /// First row of each per-lane register file, and the row after its end.
    row_files: Vec<(usize, usize)>,
    /// First scalar word of each other register file, and the word after its end.
    word_files: Vec<(usize, usize)>,
    versions: usize,
    memories: Vec<u32>,
    /// Reset values of the registers.
    resets: Vec<u64>,
    /// Register that collects raised floating-point exceptions.
    raised: Option<usize>,
    /// Registers that each lane has, and those of them that start as the number of the lane.
    per_lane: Vec<bool>,
    numbered: Vec<bool>,
    /// Entries of the table of operations.
    operations: String,
}

impl State {
    fn new(model: &Model) -> Self {
        let (mut scalars, mut rows) = (0, 0);
        let (mut row_files, mut word_files) = (Vec::new(), Vec::new());
        let files: Vec<usize> = model
            .files
            .iter()
            .map(|file| {
                let space = if file.per_lane { &mut rows } else { &mut scalars };
                *space += file.count as usize;
                let first = *space - file.count as usize;
                let list = if file.per_lane { &mut row_files } else { &mut word_files };
                list.push((first, *space));
                first
            })
            .collect();
        let registers = model
            .registers
            .iter()
            .map(|register| {
                let words = register.bits.div_ceil(32) as usize;
                let space = if register.per_lane { &mut rows } else { &mut scalars };
                *space += words;
                *space - words
            })
            .collect();
        let fields = field_places(model);
        rows += SCRATCH_ROWS;
        assert!(model.registers.len() <= 64 && model.memories.len() <= 8, "sets of them have 64 and 8 bits");
        assert!(scalars <= 512 && fields.len() <= 14, "the emulator has room for 512 scalar words and 14 fields");
        let exec = model.registers.iter().position(|r| r.active).unwrap_or(usize::MAX);
        Self {
            arch: model.arch.clone(),
            files,
            registers,
            fields,
            scalars,
            rows,
            exec,
            row_files,
            word_files,
            versions: model.versions.len(),
            memories: model.memories.iter().map(|m| m.address_bits).collect(),
            resets: model.registers.iter().map(|r| r.reset).collect(),
            raised: model.registers.iter().position(|r| r.raised),
            per_lane: model.registers.iter().map(|r| r.per_lane).collect(),
            numbered: model.registers.iter().map(|r| r.numbered).collect(),
            operations: operations(model),
        }
    }

    /// First of the rows in which views leave operands. All these rows are 0 between two instructions.
    fn scratch(&self) -> usize {
        self.rows - SCRATCH_ROWS
    }

    fn field(&self, name: &str) -> usize {
        self.fields.iter().position(|names| names.iter().any(|n| n == name)).expect("collected from the same programs")
    }

    fn tables(&self, values: &Values, moves: &str, out: &mut String) {
        let exec = self.registers.get(self.exec).copied().unwrap_or(0);
        let fields: Vec<String> = self.fields.iter().map(|names| format!("&{names:?}")).collect();
        let fields = fields.join(", ");
        let _ = writeln!(
            out,
            "static LAYOUT: Layout = Layout {{\n\
             arch: {:?},\nfiles: &{:?},\nregisters: &{:?},\nresets: &{:?},\nraised: {:?},\nper_lane: &{:?},\nnumbered: &{:?},\nfields: &[{fields}],\nscalars: {},\nrows: {},\nexec: {exec},\nmemories: &{:?},\n\
             operations: &[{}],\nvalues: &[{}],\nmoving_registers: MOVING_REGISTERS,\nrow_files: &{:?},\nword_files: &{:?},\ntraits: TRAITS,\nforms: FORMS.as_flattened(),\nversions: {},\n}};",
            self.arch,
            self.files,
            self.registers,
            self.resets,
            self.raised,
            self.per_lane,
            self.numbered,
            self.scalars,
            self.rows,
            self.memories,
            self.operations,
            values.names,
            self.row_files,
            self.word_files,
            self.versions,
        );
        let _ = writeln!(
            out,
            "/// Lane functions and layout.\n\
             pub static MACHINE: Functions<L> = Functions {{ layout: &LAYOUT, values: &[{}], moves: &[{moves}], moving, entries: ENTRIES }};",
            values.functions,
        );
    }
}

/// Assigns an index to each plain field that programs read. Names share an index if no program and no layout has both.
fn field_places(model: &Model) -> Vec<Vec<String>> {
    let mut together: Vec<Vec<String>> = Vec::new();
    for program in model.insts.iter().flat_map(|inst| &inst.programs) {
        let mut names = Vec::new();
        needs::fields(&program.body, &mut names);
        if !names.is_empty() && !together.contains(&names) {
            together.push(names);
        }
    }
    let programs = together.len();
    for layout in model.formats.iter().flat_map(|f| f.layouts.iter().flatten()) {
        together.push(layout.fields.iter().map(|f| f.name.clone()).collect());
    }
    let mut places: Vec<Vec<String>> = Vec::new();
    for i in 0..programs {
        for name in together[i].clone() {
            if places.iter().flatten().any(|n| *n == name) {
                continue;
            }
            let meets = |other: &String| together.iter().any(|set| set.contains(&name) && set.contains(other));
            match places.iter_mut().find(|names| !names.iter().any(meets)) {
                Some(names) => names.push(name),
                None => places.push(vec![name]),
            }
        }
    }
    places
}

/// Table of the operations of all interfaces.
fn operations(model: &Model) -> String {
    let mut table = String::new();
    for interface in &model.interfaces {
        for operation in &interface.operations {
            let params: Vec<(&str, u32)> = operation.params.iter().map(|(n, ty)| (n.as_str(), ty.bits())).collect();
            let _ = write!(
                table,
                "Operation {{ interface: {:?}, name: {:?}, params: &{params:?}, result: {:?}, wave: {}, once: {} }}, ",
                interface.name,
                operation.name,
                operation.result.map(isatope_lang::Type::bits),
                operation.wave,
                operation.once,
            );
        }
    }
    table
}

/// Number of rows for views: up to four operands of 64 bits.
const SCRATCH_ROWS: usize = 8;

/// First line of functions that are compiled only for the baseline.
const PROLOGUE: &str = "const FAST: bool = false;\n";

/// Parameters of a lane function.
const PARAMETERS: &str = "(m: &mut Wave, o: &Ops, w: &mut dyn World)";

/// Entries of the tables of computed operand codes: first spellings, and functions in the same order.
#[derive(Default)]
struct Values {
    names: String,
    functions: String,
}

/// Writes the functions for computed operand codes.
fn values(cx: &Context, out: &mut String) -> Values {
    let mut done: Vec<&str> = Vec::new();
    let mut table = Values::default();
    for code in cx.model.classes.iter().flat_map(|class| &class.codes) {
        let CodeKind::Value(expr) = &code.kind else { continue };
        let Some(name) = code.names.first() else { continue };
        if done.contains(&name.as_str()) {
            continue;
        }
        let frame = Frame::function(cx);
        let _ = writeln!(
            out,
            "fn value_{}(m: &Wave, o: &Ops, w: &dyn World, l: usize) -> u64 {{\n{PROLOGUE}{} as u64\n}}",
            done.len(),
            frame.expr(expr)
        );
        let _ = write!(table.names, "{name:?}, ");
        let _ = write!(table.functions, "value_{}, ", done.len());
        done.push(name);
    }
    table
}

/// Writes functions that return how far registers move; returns the entries of the table.
fn moves(cx: &Context, out: &mut String) -> String {
    let mut table = String::new();
    for (k, by) in cx.model.moves.iter().enumerate() {
        let value = Frame::function(cx).expr(by);
        let _ = writeln!(out, "fn move_{k}(m: &Wave) -> u32 {{\n let l = 0usize; {value}\n}}");
        let _ = write!(table, "move_{k}, ");
    }
    let any: Vec<String> = (0..cx.model.moves.len()).map(|k| format!("move_{k}(m) != 0")).collect();
    let any = if any.is_empty() { "false".to_string() } else { any.join(" || ") };
    let _ = writeln!(out, "fn moving(m: &Wave) -> bool {{ {any} }}");
    let needs = cx.model.moves.iter().map(|by| Needs::of_expr(cx.model, by, cx.needs));
    let registers = needs.flat_map(|needs| needs.registers).fold(0u64, |set, register| set | 1 << register);
    let _ = writeln!(out, "const MOVING_REGISTERS: u64 = {registers:#x};");
    table
}

/// Effects of a lane function besides its computation, as an entry of the table.
fn traits(effects: &Effects) -> String {
    let set = |places: &[usize]| places.iter().fold(0u64, |set, place| set | 1 << place);
    format!(
        "Traits {{ reads: {}, writes: {}, calls: {}, registers_read: {:#x}, registers_written: {:#x} }},\n",
        set(&effects.reads_memory),
        set(&effects.writes_memory),
        !effects.calls.is_empty(),
        set(&effects.reads),
        set(&effects.writes),
    )
}

/// Writes the lane functions, each distinct text once, and the table of forms.
fn programs(cx: &Context, out: &mut String) {
    let mut texts: HashMap<Text, usize> = HashMap::new();
    let mut entries = Entries::new(cx.state.scratch());
    let mut forms = String::new();
    let mut traits = String::new();
    let mut count = 0;
    for inst in &cx.model.insts {
        let known: Vec<usize> = inst
            .programs
            .iter()
            .map(|p| {
                let text = program(cx, &inst.operands, p);
                let next = texts.len();
                *texts.entry(text).or_insert_with_key(|text| {
                    entries.add(&inst.name, p.scope, text);
                    traits.push_str(&self::traits(&p.effects));
                    next
                })
            })
            .collect();
        for form in &inst.forms {
            count += 1;
            forms.push('[');
            for version in 0..cx.model.versions.len() {
                let exists = form.opcodes.get(version).is_some_and(Option::is_some);
                let index = inst.programs.iter().position(|p| p.format == form.runs_as && p.versions.contains(version));
                match index {
                    Some(index) if exists => {
                        let _ = write!(forms, "{},", known[index]);
                    }
                    _ => forms.push_str("65535,"),
                }
            }
            forms.push_str("],\n");
        }
    }
    let exec = cx.state.registers.get(cx.state.exec).copied().unwrap_or(0);
    let _ = writeln!(out, "const EXEC: u16 = {exec};");
    entries.write(out);
    let _ = writeln!(out, "static TRAITS: &[Traits] = &[\n{traits}];");
    let versions = cx.model.versions.len();
    let _ = writeln!(
        out,
        "// Forms instruction by instruction; a function for each version, 65535 for none.\nstatic FORMS: [[u16; {versions}]; {count}] = [\n{forms}];"
    );
}
