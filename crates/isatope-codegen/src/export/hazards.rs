//! Rules of waits and hazards, and costs, as data.

use isatope_lang::{
    CostRate, Costs, HazardBits, HazardCondition, HazardKind, HazardLevel, HazardMember, HazardSide, HazardTest,
    HazardTouch, Hazards, Model,
};
use schemars::JsonSchema;
use serde::Serialize;

use super::evidence::{self, CitationOut};
use super::names::{self, Versions};

/// What hardware does not wait for by itself.
#[derive(Serialize, JsonSchema)]
pub(super) struct HazardsOut {
    classes: Vec<ClassOut>,
    counters: Vec<CounterOut>,
    /// Instructions that take several wait states: the value of the field, and one more.
    idle: Vec<IdleOut>,
    /// Instructions after which others may access any vector register.
    indexing: Vec<MemberOut>,
    /// Instructions of which a source does not count, so that it may have no value.
    undefined: Vec<MemberOut>,
    rules: Vec<RuleOut>,
}

/// A class: the instructions of all its terms.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "HazardClass")]
struct ClassOut {
    name: String,
    terms: Vec<TermOut>,
}

/// Instructions with all of these properties.
#[derive(Serialize, JsonSchema)]
struct TermOut {
    #[serde(skip_serializing_if = "Option::is_none")]
    versions: Versions,
    #[serde(skip_serializing_if = "Option::is_none")]
    class: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unit: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    formats: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    instructions: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    when: Vec<WhenOut>,
}

/// A condition on an instruction.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum WhenOut {
    /// An operand has at least that many registers.
    Registers { operand: String, at_least: u32 },
    /// An operand is no register.
    Constant(String),
    /// Some operand is this computed value.
    Value(String),
    /// The sum of fields compares with a number.
    Sum { of: Vec<BitsOut>, is: String, value: u64 },
}

/// Bits of a field; all of it without `bits`.
#[derive(Serialize, JsonSchema)]
struct BitsOut {
    field: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    bits: Vec<(u32, u32)>,
}

/// A counter of operations that are not complete.
#[derive(Serialize, JsonSchema)]
struct CounterOut {
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    versions: Versions,
    /// The class of instructions that wait.
    class: String,
    /// Where they have the number of operations that may be outstanding.
    most: BitsOut,
}

/// Instructions that take several wait states.
#[derive(Serialize, JsonSchema)]
struct IdleOut {
    #[serde(skip_serializing_if = "Option::is_none")]
    versions: Versions,
    class: String,
    states: BitsOut,
}

/// A class about which nothing more is said.
#[derive(Serialize, JsonSchema)]
struct MemberOut {
    #[serde(skip_serializing_if = "Option::is_none")]
    versions: Versions,
    class: String,
}

/// A rule, or an operation that completes later.
#[derive(Serialize, JsonSchema)]
struct RuleOut {
    name: String,
    text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    versions: Versions,
    /// `error`, `warning` or `disputed`.
    level: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    help: String,
    source: Vec<CitationOut>,
    demand: DemandOut,
}

/// What a rule demands.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum DemandOut {
    /// An operation that completes later.
    Event {
        of: String,
        counter: String,
        /// Operations with the same order complete in the order of issue.
        #[serde(skip_serializing_if = "Option::is_none")]
        order: Option<String>,
        /// Operations of the same group write registers in the order of issue.
        #[serde(skip_serializing_if = "Option::is_none")]
        together: Option<String>,
        /// Registers and memories that it writes when it completes.
        #[serde(skip_serializing_if = "Option::is_none")]
        writes: Option<TouchOut>,
        /// Registers and memories that it also writes, but that not all sources wait for.
        #[serde(skip_serializing_if = "Option::is_none")]
        disputed: Option<TouchOut>,
        /// Registers that it reads until it completes.
        #[serde(skip_serializing_if = "Option::is_none")]
        holds: Option<TouchOut>,
    },
    /// Wait states between two instructions.
    Distance {
        first: SideOut,
        second: SideOut,
        states: Vec<StatesOut>,
        /// Bits that both instructions have in common.
        #[serde(skip_serializing_if = "Option::is_none")]
        same: Option<BitsOut>,
    },
    /// Nothing may be outstanding in these counters.
    Drain {
        of: String,
        counters: Vec<String>,
        results: bool,
        /// Instructions whose operations do not matter.
        #[serde(skip_serializing_if = "Option::is_none")]
        except: Option<String>,
    },
    /// State is wrong from one instruction to another.
    Stale {
        by: SideOut,
        cured: SideOut,
        #[serde(skip_serializing_if = "Option::is_none")]
        after: Option<String>,
        used: SideOut,
    },
    /// A register has to be written on all paths.
    Defined { of: String, register: String },
    /// Memory that the descriptor of the kernel has to provide: `private` or `shared`.
    Provided { of: String, from: String },
    /// Metadata that the descriptor, the code and other metadata may not contradict.
    Described { from: String },
    /// Instructions that no program should contain.
    Never(SideOut),
    /// A run of instructions that hardware may do again.
    Replay {
        of: String,
        /// Instructions that may not overwrite what they read, even if they are a run alone.
        #[serde(skip_serializing_if = "Option::is_none")]
        alone: Option<String>,
        /// Instructions that may not follow one that writes registers.
        #[serde(skip_serializing_if = "Option::is_none")]
        second: Option<String>,
    },
}

/// A number of wait states.
#[derive(Serialize, JsonSchema)]
struct StatesOut {
    #[serde(skip_serializing_if = "Option::is_none")]
    versions: Versions,
    states: u32,
    #[serde(skip_serializing_if = "names::is_false")]
    disputed: bool,
}

/// Instructions of a class that touch registers.
#[derive(Serialize, JsonSchema)]
struct SideOut {
    class: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    touches: Option<TouchOut>,
}

/// Registers that matter.
#[derive(Serialize, JsonSchema)]
struct TouchOut {
    /// `reads`, `writes`, or `part`: a part of each is written, and another part is not.
    how: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    files: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    registers: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    memories: Vec<String>,
    /// Fields of operands.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    operands: Vec<String>,
}

/// What instructions cost, and how many wavefronts fit.
#[derive(Serialize, JsonSchema)]
pub(super) struct CostsOut {
    source: Vec<CitationOut>,
    /// Issue cycles of classes of `hazards`; the last entry that fits counts.
    cycles: Vec<RateOut>,
    /// Cycles until a result can be used; the last entry that fits counts.
    latencies: Vec<RateOut>,
    registers: Vec<BudgetOut>,
    /// Registers that are allocated beyond those of a file, if a register is used. The largest number counts.
    extra: Vec<ExtraOut>,
    shared: Vec<SharedOut>,
    waves: Vec<WavesOut>,
}

/// Cycles of a class.
#[derive(Serialize, JsonSchema)]
struct RateOut {
    class: String,
    cycles: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    chips: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    versions: Versions,
}

/// Registers of a SIMD.
#[derive(Serialize, JsonSchema)]
struct BudgetOut {
    file: String,
    total: u32,
    block: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    versions: Versions,
}

/// Registers that come with another one.
#[derive(Serialize, JsonSchema)]
struct ExtraOut {
    register: String,
    count: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    versions: Versions,
}

/// Memory of a compute unit.
#[derive(Serialize, JsonSchema)]
struct SharedOut {
    bytes: u32,
    block: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    versions: Versions,
}

/// Limits of a compute unit.
#[derive(Serialize, JsonSchema)]
struct WavesOut {
    most: u32,
    simds: u32,
    groups: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    versions: Versions,
}

fn bits(bits: &HazardBits) -> BitsOut {
    BitsOut { field: bits.field.clone(), bits: bits.pieces.clone() }
}

fn touch(model: &Model, touch: &HazardTouch) -> TouchOut {
    TouchOut {
        how: touch.how.clone(),
        files: touch.files.iter().map(|&file| names::file(model, file)).collect(),
        registers: touch.registers.iter().map(|&register| names::register(model, register)).collect(),
        memories: touch.memories.iter().map(|&memory| names::memory(model, memory)).collect(),
        operands: touch.operands.clone(),
    }
}

fn when(condition: &HazardCondition) -> WhenOut {
    match condition {
        HazardCondition::Size(operand, least) => WhenOut::Registers { operand: operand.clone(), at_least: *least },
        HazardCondition::Constant(operand) => WhenOut::Constant(operand.clone()),
        HazardCondition::Value(name) => WhenOut::Value(name.clone()),
        HazardCondition::Bits(fields, test, value) => {
            let is = match test {
                HazardTest::Equal => "=",
                HazardTest::Unequal => "!=",
                HazardTest::AtLeast => ">=",
                HazardTest::AtMost => "<=",
            };
            WhenOut::Sum { of: fields.iter().map(bits).collect(), is: is.to_owned(), value: *value }
        }
    }
}

/// The rules of an architecture.
pub(super) fn hazards(model: &Model, all: &Hazards) -> HazardsOut {
    let class = |index: usize| all.classes[index].name.clone();
    let classes = all.classes.iter().map(|class_row| {
        let terms = class_row.terms.iter().map(|term| TermOut {
            versions: names::versions(model, term.versions),
            class: term.class.map(class),
            unit: term.unit.clone(),
            formats: term.formats.as_ref().map(|list| list.iter().map(|&f| names::format(model, f)).collect()),
            instructions: term.insts.as_ref().map(|list| list.iter().map(|&i| model.insts[i].name.clone()).collect()),
            when: term.when.iter().map(when).collect(),
        });
        ClassOut { name: class_row.name.clone(), terms: terms.collect() }
    });
    let counters = all.counters.iter().map(|counter| CounterOut {
        name: counter.name.clone(),
        versions: names::versions(model, counter.versions),
        class: class(counter.class),
        most: bits(&counter.bits),
    });
    let idle = all.idle.iter().map(|idle| IdleOut {
        versions: names::versions(model, idle.versions),
        class: class(idle.class),
        states: bits(&idle.bits),
    });
    let members = |all: &[HazardMember]| {
        let member =
            |one: &HazardMember| MemberOut { versions: names::versions(model, one.versions), class: class(one.class) };
        all.iter().map(member).collect()
    };
    let side =
        |side: &HazardSide| SideOut { class: class(side.class), touches: side.touch.as_ref().map(|t| touch(model, t)) };
    let touch = |t: &Option<HazardTouch>| t.as_ref().map(|t| touch(model, t));
    let rules = all.rules.iter().map(|rule| RuleOut {
        name: rule.name.clone(),
        text: rule.text.clone(),
        versions: names::versions(model, rule.versions),
        level: match rule.level {
            HazardLevel::Error => "error",
            HazardLevel::Warning => "warning",
            HazardLevel::Disputed => "disputed",
        }
        .to_owned(),
        help: rule.help.clone(),
        source: evidence::citations(model, &rule.source),
        demand: match &rule.kind {
            HazardKind::Event { of, counter, order, together, writes, disputed, holds } => DemandOut::Event {
                of: class(*of),
                counter: counter.clone(),
                order: order.clone(),
                together: together.clone(),
                writes: touch(writes),
                disputed: touch(disputed),
                holds: touch(holds),
            },
            HazardKind::Distance { first, second, states, same } => DemandOut::Distance {
                first: side(first),
                second: side(second),
                states: states
                    .iter()
                    .map(|&(set, states, disputed)| StatesOut {
                        versions: names::versions(model, set),
                        states,
                        disputed,
                    })
                    .collect(),
                same: same.as_ref().map(bits),
            },
            HazardKind::Drain { of, counters, results, except } => DemandOut::Drain {
                of: class(*of),
                counters: counters.clone(),
                results: *results,
                except: except.map(class),
            },
            HazardKind::Stale { by, cured, after, used } => {
                DemandOut::Stale { by: side(by), cured: side(cured), after: after.clone(), used: side(used) }
            }
            HazardKind::Defined { of, register } => {
                DemandOut::Defined { of: class(*of), register: names::register(model, *register) }
            }
            HazardKind::Provided { of, segment } => {
                DemandOut::Provided { of: class(*of), from: format!("{segment:?}").to_lowercase() }
            }
            HazardKind::Described { what } => DemandOut::Described { from: what.name().to_owned() },
            HazardKind::Never { of } => DemandOut::Never(side(of)),
            HazardKind::Replay { of, alone, second } => {
                DemandOut::Replay { of: class(*of), alone: alone.map(class), second: second.map(class) }
            }
        },
    });
    HazardsOut {
        classes: classes.collect(),
        counters: counters.collect(),
        idle: idle.collect(),
        indexing: members(&all.indexing),
        undefined: members(&all.undefined),
        rules: rules.collect(),
    }
}

/// The costs of an architecture.
pub(super) fn costs(model: &Model, all: &Costs) -> CostsOut {
    let class = |index: usize| model.hazards.as_ref().map_or_else(String::new, |h| h.classes[index].name.clone());
    let rates = |list: &[CostRate]| {
        let rate = |rate: &CostRate| RateOut {
            class: class(rate.class),
            cycles: rate.count,
            chips: rate.on.map(|group| all.chips[group].1.clone()),
            versions: names::versions(model, rate.versions),
        };
        list.iter().map(rate).collect()
    };
    let registers = all.budgets.iter().map(|budget| BudgetOut {
        file: names::file(model, budget.file),
        total: budget.total,
        block: budget.block,
        versions: names::versions(model, budget.versions),
    });
    let extra = all.extras.iter().map(|extra| ExtraOut {
        register: names::register(model, extra.register),
        count: extra.count,
        versions: names::versions(model, extra.versions),
    });
    let shared =
        all.shared.iter().map(|&(set, bytes, block)| SharedOut { bytes, block, versions: names::versions(model, set) });
    let waves = all.waves.iter().map(|(set, waves)| WavesOut {
        most: waves.most,
        simds: waves.simds,
        groups: waves.groups,
        versions: names::versions(model, *set),
    });
    CostsOut {
        source: evidence::citations(model, &all.source),
        cycles: rates(&all.cycles),
        latencies: rates(&all.latencies),
        registers: registers.collect(),
        extra: extra.collect(),
        shared: shared.collect(),
        waves: waves.collect(),
    }
}
