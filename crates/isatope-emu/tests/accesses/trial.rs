//! Trials of a form: runs that differ in what is changed before them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};

use isatope_core::{Access, Instruction, Place, Write, tables};
use isatope_emu::Solo;
use isatope_emu::host::{Call, Host};
use isatope_lanes::{LaneFn, Level, Ops};
use isatope_testing::Random;

use super::random::{fill, fill_all, state_rows, word_of};

/// Words in which a form is tried.
const WORDS: usize = 5;
/// Number of words for a form that every instruction of another format also has.
const FEW_WORDS: usize = 2;
/// Words in which it is tried while something that it reads has not mattered.
const MORE_WORDS: usize = 2000;

/// What trials have shown.
#[derive(Default)]
pub struct Tried {
    /// Accesses that are not what running shows.
    pub wrong: BTreeSet<String>,
    /// What is read, and whether it ever mattered.
    reads: BTreeMap<String, bool>,
}

impl Tried {
    /// Takes over what another one has found.
    pub fn add(&mut self, other: Self) {
        self.wrong.extend(other.wrong);
        for (read, matters) in other.reads {
            *self.reads.entry(read).or_default() |= matters;
        }
    }

    /// Reads that never mattered.
    pub fn useless(&self) -> impl Iterator<Item = &String> {
        self.reads.iter().filter(|(_, matters)| !**matters).map(|(read, _)| read)
    }
}

/// Tries a form whose words are like `model`.
pub fn form(
    mut wave: Solo,
    model: &Instruction,
    random: &mut Random,
    is_exception: &dyn Fn(&str) -> bool,
    tried: &mut Tried,
) {
    let masks = masks(&wave, model);
    fill_all(random, &mut wave);
    let mut other = wave.clone();
    fill_all(random, &mut other);
    let touches = model.encoding().effects.touches;
    let memory = touches.iter().any(|t| matches!(t.place, tables::Place::Memory(_) | tables::Place::Interface(_)));
    let words = if model.format().extends { FEW_WORDS } else { WORDS };
    // What is read here, and whether it has mattered.
    let mut reads = BTreeMap::new();
    let (name, format) = (model.mnemonic(), model.format().name);
    let excepted = |read: &str| is_exception(&format!("{name} {format} {read}"));
    for trial in 0..MORE_WORDS {
        let Some(inst) = word_of(random, model) else { continue };
        let Ok(ops) = Ops::new(
            wave.layout(),
            wave.lanes(),
            inst.target().arch(),
            inst.encoding(),
            inst.target().version().index(),
            inst.all_bits(),
        ) else {
            continue;
        };
        let form = inst.encoding().form.index();
        let Some(function) = wave.machine.function(form, inst.target().version().index(), Level::best(), &ops) else {
            continue;
        };
        fill(random, &mut wave, &ops, &masks, memory);
        let trial_of = Trial { before: &wave, other: &other, function, ops: &ops, inst: &inst, masks: &masks };
        let first = trial_of.run(&wave);
        if trial < words {
            trial_of.not_read(&first, random, tried);
        }
        trial_of.read(&first, random, &excepted, &mut reads);
        if trial >= words && reads.values().all(|&matters| matters) {
            break;
        }
    }
    for (read, matters) in reads {
        *tried.reads.entry(format!("{name} {format} {read}")).or_default() |= matters;
    }
}

/// The bits that scalar words have.
fn masks(wave: &Solo, model: &Instruction) -> Vec<u32> {
    let mut masks = vec![u32::MAX; wave.machine.scalars];
    for (register, &at) in model.target().arch().registers.iter().zip(wave.machine.registers) {
        if !register.per_lane && register.bits < 32 {
            masks[at] = (1 << register.bits) - 1;
        }
    }
    masks
}

/// Registers by their places in a [`Solo`], and memories.
#[derive(Default)]
struct Cells {
    scalars: BTreeSet<usize>,
    rows: BTreeSet<usize>,
    memories: BTreeSet<usize>,
    interfaces: BTreeSet<usize>,
}

/// What a run has shown.
struct Outcome {
    wave: Solo,
    calls: Vec<Call>,
}

/// A host that remembers what it is asked, and answers by that.
struct Remembers(Mutex<Vec<Call>>);

impl Host for Remembers {
    fn call(&self, call: &Call) -> Option<u128> {
        let mut random = Random(u64::from(call.lane.unwrap_or(99)));
        for argument in &call.arguments {
            random.0 ^= (*argument as u64).rotate_left(7) ^ (argument >> 64) as u64;
            random.next();
        }
        self.0.lock().expect("nobody panics").push(call.clone());
        // Often a place in memory, with something after it.
        let low = if random.one_in(2) { random.below(64) } else { random.next() };
        Some(u128::from(random.next()) << 64 | u128::from(low))
    }
}

/// An instruction and the state before it.
struct Trial<'a> {
    before: &'a Solo,
    /// Other vector registers and memories.
    other: &'a Solo,
    function: LaneFn,
    ops: &'a Ops,
    inst: &'a Instruction,
    masks: &'a [u32],
}

impl Trial<'_> {
    fn run(&self, before: &Solo) -> Outcome {
        let mut wave = before.clone();
        let host = Arc::new(Remembers(Mutex::default()));
        wave.world.host = Some(host.clone());
        self.function.run(&mut wave.wave, self.ops, &mut wave.world);
        wave.world.host = None;
        let calls = std::mem::take(&mut *host.0.lock().expect("nobody panics"));
        Outcome { wave, calls }
    }

    /// Adds what a place is made of.
    fn add(&self, place: Place, cells: &mut Cells) {
        let machine = self.before.machine;
        let (per_lane, places) = match place {
            Place::Registers { file, first, count } => {
                let start = machine.files[file.id.index()] + usize::from(first);
                (file.per_lane, start..start + usize::from(count))
            }
            Place::AnyRegister(file) => {
                let start = machine.files[file.id.index()];
                (file.per_lane, start..start + file.count as usize)
            }
            Place::Special { register, part } => {
                let start = machine.registers[register.id.index()];
                let words = register.bits.div_ceil(32) as usize;
                let part = part.map(usize::from);
                (register.per_lane, start + part.unwrap_or(0)..part.map_or(start + words, |p| start + p + 1))
            }
            Place::Memory(memory) => {
                cells.memories.insert(memory.id.index());
                return;
            }
            Place::Interface(interface) => {
                cells.interfaces.insert(interface.id.index());
                return;
            }
        };
        if per_lane { cells.rows.extend(places) } else { cells.scalars.extend(places) }
    }

    fn cells(&self, wanted: impl Fn(&Access) -> bool) -> Cells {
        let mut cells = Cells::default();
        for access in self.inst.access().filter(wanted) {
            self.add(access.place, &mut cells);
        }
        cells
    }

    /// A state in which some cells are changed.
    fn changed(&self, random: &mut Random, chosen: impl Fn(Kind, usize) -> bool) -> Solo {
        let mut wave = self.before.clone();
        // All scalars to 0, to something else, or another bit in each.
        let way = random.below(4);
        for (at, mask) in self.masks.iter().enumerate().filter(|(at, _)| chosen(Kind::Scalar, *at)) {
            let change = match way {
                0 if wave.scalars()[at] & mask != 0 => wave.scalars()[at],
                0 | 1 => random.next() as u32,
                _ => 1 << random.below(32),
            };
            wave.scalars_mut()[at] ^= if change & mask == 0 { 1 } else { change & mask };
        }
        for at in (0..state_rows(&wave)).filter(|&at| chosen(Kind::Row, at)) {
            if random.one_in(2) {
                wave.row_mut(at).copy_from_slice(self.other.row(at));
            } else {
                let change = 1 << random.below(32);
                wave.row_mut(at).iter_mut().for_each(|word| *word ^= change);
            }
        }
        for at in (0..wave.world.memories.len()).filter(|&at| chosen(Kind::Memory, at)) {
            wave.world.memories[at].clone_from(&self.other.world.memories[at]);
        }
        wave
    }

    /// Changes everything that is not read, and says what is wrong then.
    fn not_read(&self, first: &Outcome, random: &mut Random, tried: &mut Tried) {
        let reads = self.cells(|a| a.read);
        let writes = self.cells(|a| a.write != Write::No);
        let always = self.cells(|a| a.write == Write::Always);
        let read = |kind, at: usize| match kind {
            Kind::Scalar => reads.scalars.contains(&at),
            Kind::Row => reads.rows.contains(&at),
            Kind::Memory => reads.memories.contains(&at),
        };
        let mut wrong = |what: String| {
            let (format, target) = (self.inst.format().name, self.inst.target());
            tried.wrong.insert(format!("{} {format} on {target}: {what} (`{}`)", self.inst.mnemonic(), self.inst));
        };
        let before = self.changed(random, |kind, at| !read(kind, at));
        let second = self.run(&before);
        if let Some(how) = self.differs(first, &before, &second) {
            // Which of the registers it is.
            let culprit = self.culprit(first, random, &read);
            wrong(format!("{how} depends on {} that is not read", culprit.unwrap_or("something".into())));
        }
        for at in 0..self.masks.len() {
            let changed = first.wave.scalars()[at] != self.before.scalars()[at];
            if changed && !writes.scalars.contains(&at) {
                wrong(format!("writes {}", self.name(Kind::Scalar, at)));
            }
            let kept = second.wave.scalars()[at] != first.wave.scalars()[at];
            if kept && always.scalars.contains(&at) {
                wrong(format!("may keep {}", self.name(Kind::Scalar, at)));
            }
        }
        for at in 0..state_rows(self.before) {
            if first.wave.row(at) != self.before.row(at) && !writes.rows.contains(&at) {
                wrong(format!("writes {}", self.name(Kind::Row, at)));
            }
            let active = |l: &usize| self.before.exec() >> l & 1 != 0;
            let mut lanes = (0..self.before.lanes()).filter(active);
            if always.rows.contains(&at) && lanes.any(|l| second.wave.row(at)[l] != first.wave.row(at)[l]) {
                wrong(format!("may keep {}", self.name(Kind::Row, at)));
            }
        }
        for at in 0..self.before.world.memories.len() {
            if first.wave.world.memories[at] != self.before.world.memories[at] && !writes.memories.contains(&at) {
                wrong(format!("writes {}", self.name(Kind::Memory, at)));
            }
        }
        for call in &first.calls {
            let interfaces = self.inst.target().arch().interfaces;
            if !writes.interfaces.iter().any(|&i| interfaces[i] == call.operation.interface) {
                wrong(format!("calls {}", call.operation));
            }
        }
    }

    /// The first cell not read on which something depends.
    fn culprit(&self, first: &Outcome, random: &mut Random, read: &dyn Fn(Kind, usize) -> bool) -> Option<String> {
        let cells = (0..self.masks.len()).map(|at| (Kind::Scalar, at));
        let cells = cells.chain((0..state_rows(self.before)).map(|at| (Kind::Row, at)));
        let cells = cells.chain((0..self.before.world.memories.len()).map(|at| (Kind::Memory, at)));
        for (kind, at) in cells.filter(|&(kind, at)| !read(kind, at)) {
            for _ in 0..4 {
                let before = self.changed(random, |k, a| (k, a) == (kind, at));
                if self.differs(first, &before, &self.run(&before)).is_some() {
                    return Some(self.name(kind, at));
                }
            }
        }
        None
    }

    /// Changes what is read, one thing after the other, and notes what matters.
    fn read(
        &self,
        first: &Outcome,
        random: &mut Random,
        is_exception: &dyn Fn(&str) -> bool,
        reads: &mut BTreeMap<String, bool>,
    ) {
        for access in self.inst.access().filter(|a| a.read) {
            for place in access.place.singles() {
                let name = self.name_of(&access, place);
                let exception = || is_exception(&name);
                let known = reads.entry(name.clone()).or_insert_with(exception);
                if *known {
                    continue;
                }
                let mut cells = Cells::default();
                self.add(place, &mut cells);
                let chosen = |kind: Kind, at: usize| match kind {
                    Kind::Scalar => cells.scalars.contains(&at),
                    Kind::Row => cells.rows.contains(&at),
                    Kind::Memory => cells.memories.contains(&at),
                };
                let before = self.changed(random, chosen);
                *known = self.differs(first, &before, &self.run(&before)).is_some();
            }
        }
    }

    /// What differs between two runs beside what both leave alone.
    fn differs(&self, first: &Outcome, before: &Solo, second: &Outcome) -> Option<String> {
        let kept = |a: u32, b: u32, c: u32, d: u32| a == b && c == d;
        for at in 0..self.masks.len() {
            let (a, b) = (self.before.scalars()[at], first.wave.scalars()[at]);
            let (c, d) = (before.scalars()[at], second.wave.scalars()[at]);
            if b != d && !kept(a, b, c, d) {
                return Some(self.name(Kind::Scalar, at));
            }
        }
        for at in 0..state_rows(self.before) {
            let (a, b) = (self.before.row(at), first.wave.row(at));
            let (c, d) = (before.row(at), second.wave.row(at));
            if b != d && (0..b.len()).any(|l| b[l] != d[l] && !kept(a[l], b[l], c[l], d[l])) {
                return Some(self.name(Kind::Row, at));
            }
        }
        for at in 0..self.before.world.memories.len() {
            let (a, b) = (&self.before.world.memories[at], &first.wave.world.memories[at]);
            let (c, d) = (&before.world.memories[at], &second.wave.world.memories[at]);
            if b == d || a == b && c == d {
                continue;
            }
            let [a, b, c, d] = [a, b, c, d].map(|memory| &memory.allocations()[0].bytes);
            if (0..a.len()).any(|i| b[i] != d[i] && !(a[i] == b[i] && c[i] == d[i])) {
                return Some(self.name(Kind::Memory, at));
            }
        }
        if first.calls != second.calls {
            return Some("a call".into());
        }
        (first.wave.world.fault != second.wave.world.fault).then(|| "a fault".into())
    }

    /// The name of a register or memory by its place.
    fn name(&self, kind: Kind, at: usize) -> String {
        let (arch, machine) = (self.inst.target().arch(), self.before.machine);
        if kind == Kind::Memory {
            return arch.memories[at].to_string();
        }
        let per_lane = kind == Kind::Row;
        let files = arch.files.iter().zip(machine.files).filter(|(file, _)| file.per_lane == per_lane);
        for (file, &start) in files {
            if (start..start + file.count as usize).contains(&at) {
                return format!("{}{}", file.prefix, at - start);
            }
        }
        let registers = arch.registers.iter().zip(machine.registers).filter(|(r, _)| r.per_lane == per_lane);
        let mut found = registers.filter(|(r, start)| (**start..**start + r.bits.div_ceil(32) as usize).contains(&at));
        found.next().map_or("?".into(), |(register, _)| register.name.to_string())
    }

    /// What an access is in any word of the form.
    fn name_of(&self, access: &Access, place: Place) -> String {
        let operand = access.operand.map(|i| self.inst.inst().operands[usize::from(i)].name);
        let start = access.operand.map_or(0, |i| self.ops.number(self.before.layout(), usize::from(i)) as u16);
        match (place, operand) {
            (Place::Registers { first, .. }, Some(operand)) => format!("{operand}.{}", first - start),
            (_, Some(operand)) => format!("{operand}.0"),
            (Place::Registers { .. }, None) => place.to_string(),
            (_, None) => place.name().to_string(),
        }
    }
}

/// What a place is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Scalar,
    Row,
    Memory,
}
