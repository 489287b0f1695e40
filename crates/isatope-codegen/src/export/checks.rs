//! Rules of `isatope check` as data.

use isatope_lang::{CheckedJump, Checks, Model};
use schemars::JsonSchema;
use serde::Serialize;

use super::names::FieldIs;

/// What tells correct code from wrong code.
#[derive(Serialize, JsonSchema)]
pub(super) struct ChecksOut {
    /// The versions with these rules, where versions have different rules.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    versions: Vec<String>,
    /// The register file that is looked after.
    registers: String,
    /// Registers of it that a program finds written.
    written: Vec<u32>,
    /// The field whose bits say which halves of a register are written; 0 is both.
    halves: String,
    /// The operand class of registers that a message reads and writes in its own time.
    staging: String,
    /// The fields with the address and the offset of messages to memory.
    #[serde(skip_serializing_if = "Option::is_none")]
    addresses: Option<AddressFields>,
    /// The field that says what happens after an instruction, and its values.
    flow: String,
    flows: Vec<FlowOut>,
    /// The field with the slot of a message.
    slot: String,
    /// Slots in which something is pending when a program starts.
    under_way: Vec<u32>,
    /// Pipes, with operations a cycle.
    pipes: Vec<PipeOut>,
    /// Units that run instructions.
    units: Vec<UnitOut>,
    /// Roles of instructions.
    roles: Vec<RoleOut>,
    /// How many threads run: the first line that has all registers of a program counts.
    threads: Vec<ThreadsOut>,
}

/// The fields with an address.
#[derive(Serialize, JsonSchema)]
struct AddressFields {
    base: String,
    offset: String,
}

/// Meaning of a value of the flow field.
#[derive(Serialize, JsonSchema)]
struct FlowOut {
    value: u64,
    /// Slots that are waited for.
    waits: Vec<u32>,
    reconverges: bool,
    /// Threads that have been discarded end.
    drops: bool,
    ends: bool,
}

/// A pipe.
#[derive(Serialize, JsonSchema)]
struct PipeOut {
    name: String,
    operations_a_cycle: u32,
}

/// A unit.
#[derive(Serialize, JsonSchema)]
struct UnitOut {
    name: String,
    /// Whether its instructions are messages: done later, in a slot.
    message: bool,
    costs: Vec<CostOut>,
}

/// What an instruction of a unit costs.
#[derive(Serialize, JsonSchema)]
struct CostOut {
    pipe: String,
    /// Operations; one a word written where there is no number.
    #[serde(skip_serializing_if = "Option::is_none")]
    operations: Option<u32>,
}

/// A role.
#[derive(Serialize, JsonSchema)]
struct RoleOut {
    name: String,
    /// Its slot, where no field says it.
    #[serde(skip_serializing_if = "Option::is_none")]
    slot: Option<u8>,
    /// Slots in which nothing may be under way before it.
    drained: Vec<u32>,
    /// Slots that must be waited for directly after it.
    awaited: Vec<u32>,
    leads: Leads,
    /// The field that says how far.
    #[serde(skip_serializing_if = "Option::is_none")]
    distance: Option<String>,
    /// Fields and values with which it goes there in any case; one list is enough.
    always: Vec<Vec<FieldIs>>,
    /// Fields and values with which it needs helper lanes; one list is enough, and an empty one holds always.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    helpers: Vec<Vec<FieldIs>>,
}

/// Possible targets of an instruction, besides the next one.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Leads {
    None,
    /// To a place that only the running program knows.
    Unknown,
    /// As far as a field says, each thread by itself.
    Each,
    /// As far as a field says, all threads alike.
    All,
}

/// How many threads run.
#[derive(Serialize, JsonSchema)]
struct ThreadsOut {
    threads: u32,
    /// When all registers used are among these.
    within: Vec<u32>,
}

fn members(set: u64) -> Vec<u32> {
    (0..64).filter(|n| set >> n & 1 != 0).collect()
}

/// The rules of all versions, or of each set of versions that share rules.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub(super) enum AllChecks {
    /// All versions have the same rules.
    Same(Box<ChecksOut>),
    /// Versions have different rules.
    Several(Vec<ChecksOut>),
}

pub(super) fn checks(model: &Model) -> Option<AllChecks> {
    let shared = model.versions.iter().all(|version| version.checks == Some(0));
    match model.checks.as_slice() {
        [] => None,
        [all] if shared => Some(AllChecks::Same(Box::new(one(model, all, Vec::new())))),
        several => {
            let versions =
                |index| model.versions.iter().filter(move |v| v.checks == Some(index)).map(|v| v.name.clone());
            let one = |(index, checks)| one(model, checks, versions(index).collect());
            Some(AllChecks::Several(several.iter().enumerate().map(one).collect()))
        }
    }
}

fn one(model: &Model, c: &Checks, versions: Vec<String>) -> ChecksOut {
    let flows = c.flows.iter().map(|f| FlowOut {
        value: f.value,
        waits: members(f.waits.into()),
        reconverges: f.reconverges,
        drops: f.drops,
        ends: f.ends,
    });
    let cost = |&(pipe, operations): &(usize, Option<u32>)| CostOut { pipe: c.pipes[pipe].0.clone(), operations };
    let units = c.units.iter().map(|u| UnitOut {
        name: u.name.clone(),
        message: u.message,
        costs: u.costs.iter().map(cost).collect(),
    });
    let roles = c.roles.iter().map(|r| {
        let (leads, distance) = match &r.jump {
            None => (Leads::None, None),
            Some(CheckedJump::Unknown) => (Leads::Unknown, None),
            Some(CheckedJump::To(field)) => (Leads::Each, Some(field.clone())),
            Some(CheckedJump::Skip(field)) => (Leads::All, Some(field.clone())),
        };
        let is = |(field, value): &(String, u64)| FieldIs { field: field.clone(), value: *value };
        let lists = |lists: &[Vec<(String, u64)>]| lists.iter().map(|all| all.iter().map(is).collect()).collect();
        RoleOut {
            name: r.name.clone(),
            slot: r.slot,
            drained: members(r.drained.into()),
            awaited: members(r.awaited.into()),
            leads,
            distance,
            always: lists(&r.always),
            helpers: lists(&r.helpers),
        }
    });
    let pipe = |(name, rate): &(String, u32)| PipeOut { name: name.clone(), operations_a_cycle: *rate };
    let threads = |&(threads, within): &(u32, u64)| ThreadsOut { threads, within: members(within) };
    ChecksOut {
        versions,
        registers: model.files[c.file].name.clone(),
        written: members(c.written),
        halves: c.halves.clone(),
        staging: c.staging.clone(),
        addresses: c.addresses.clone().map(|(base, offset)| AddressFields { base, offset }),
        flow: c.flow.clone(),
        flows: flows.collect(),
        slot: c.slot.clone(),
        under_way: members(c.open.into()),
        pipes: c.pipes.iter().map(pipe).collect(),
        units: units.collect(),
        roles: roles.collect(),
        threads: c.threads.iter().map(threads).collect(),
    }
}
