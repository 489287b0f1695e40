//! Rules of waits and hazards as table rows.

use isatope_lang::{
    HazardBits, HazardCondition, HazardKind, HazardLevel, HazardMember, HazardSide, HazardTouch, Hazards, Model,
    VersionSet,
};

use super::{id, slice, strings};

/// The rules of an architecture as an expression.
pub(super) fn hazards(model: &Model, all: &Hazards) -> String {
    let classes = all.classes.iter().map(|class| {
        let terms = class.terms.iter().map(|term| {
            let ids = |ty: &str, list: &Option<Vec<usize>>| match list {
                None => "None".to_owned(),
                Some(list) => format!("Some({})", slice(list.iter().map(|&index| id(ty, index)))),
            };
            format!(
                "crate::hazards::Term {{ class: {:?}, unit: {:?}, insts: {}, formats: {}, versions: {}, when: {} }}",
                term.class,
                term.unit,
                ids("InstId", &term.insts),
                ids("FormatId", &term.formats),
                versions(term.versions),
                slice(term.when.iter().map(condition))
            )
        });
        format!("crate::hazards::Class {{ name: {:?}, terms: {} }}", class.name, slice(terms))
    });
    let counters = all.counters.iter().map(|counter| {
        format!(
            "crate::hazards::Counter {{ name: {:?}, class: {}, bits: {}, versions: {} }}",
            counter.name,
            counter.class,
            bits(&counter.bits),
            versions(counter.versions)
        )
    });
    let idle = all.idle.iter().map(|idle| {
        let (bits, versions) = (bits(&idle.bits), versions(idle.versions));
        format!("crate::hazards::Idle {{ class: {}, bits: {bits}, versions: {versions} }}", idle.class)
    });
    let members = |all: &[HazardMember]| {
        slice(all.iter().map(|one| {
            format!("crate::hazards::Member {{ class: {}, versions: {} }}", one.class, versions(one.versions))
        }))
    };
    let rules = all.rules.iter().map(|rule| {
        let level = match rule.level {
            HazardLevel::Error => "Error",
            HazardLevel::Warning => "Warning",
            HazardLevel::Disputed => "Disputed",
        };
        let sources = rule
            .source
            .iter()
            .map(|citation| format!("({:?}, {:?})", model.references[citation.reference].title, citation.place));
        format!(
            "crate::hazards::Rule {{ name: {:?}, text: {:?}, versions: {}, level: crate::hazards::Level::{level}, help: {:?}, \
             sources: {}, kind: crate::hazards::Demand::{} }}",
            rule.name,
            rule.text,
            versions(rule.versions),
            rule.help,
            slice(sources),
            kind(&rule.kind)
        )
    });
    format!(
        "crate::hazards::Hazards {{ classes: {}, counters: {}, idle: {}, indexing: {}, undefined: {}, rules: {} }}",
        slice(classes),
        slice(counters),
        slice(idle),
        members(&all.indexing),
        members(&all.undefined),
        slice(rules)
    )
}

pub(super) fn versions(set: VersionSet) -> String {
    format!("crate::hazards::Versions({:#x})", set.0)
}

fn bits(bits: &HazardBits) -> String {
    format!("crate::hazards::BitField {{ field: {:?}, pieces: &{:?} }}", bits.field, bits.pieces)
}

fn condition(condition: &HazardCondition) -> String {
    let made = match condition {
        HazardCondition::Size(operand, least) => format!("Size({operand:?}, {least})"),
        HazardCondition::Constant(operand) => format!("Constant({operand:?})"),
        HazardCondition::Value(name) => format!("Value({name:?})"),
        HazardCondition::Bits(fields, test, value) => {
            format!("Bits({}, crate::hazards::Test::{test:?}, {value})", slice(fields.iter().map(bits)))
        }
    };
    format!("crate::hazards::Condition::{made}")
}

fn touched(touch: &HazardTouch) -> String {
    let how = match touch.how.as_str() {
        "reads" => "Reads",
        "part" => "Part",
        _ => "Writes",
    };
    format!(
        "crate::hazards::Touched {{ how: crate::hazards::How::{how}, files: {}, registers: {}, memories: {}, operands: {} }}",
        slice(touch.files.iter().map(|&file| id("FileId", file))),
        slice(touch.registers.iter().map(|&register| id("RegisterId", register))),
        slice(touch.memories.iter().map(|&memory| id("MemoryId", memory))),
        strings(&touch.operands)
    )
}

fn some(text: Option<String>) -> String {
    text.map_or("None".to_owned(), |text| format!("Some({text})"))
}

fn side(side: &HazardSide) -> String {
    let touched = some(side.touch.as_ref().map(touched));
    format!("crate::hazards::Side {{ class: {}, touched: {touched} }}", side.class)
}

fn kind(kind: &HazardKind) -> String {
    match kind {
        HazardKind::Event { of, counter, order, together, writes, disputed, holds } => format!(
            "Event {{ of: {of}, counter: {counter:?}, order: {order:?}, together: {together:?}, writes: {}, disputed: {}, \
             holds: {} }}",
            some(writes.as_ref().map(touched)),
            some(disputed.as_ref().map(touched)),
            some(holds.as_ref().map(touched))
        ),
        HazardKind::Distance { first, second, states, same } => {
            let states = states.iter().map(|&(set, count, disputed)| {
                let set = versions(set);
                format!("crate::hazards::States {{ versions: {set}, count: {count}, disputed: {disputed} }}")
            });
            format!(
                "Distance {{ first: {}, second: {}, states: {}, same: {} }}",
                side(first),
                side(second),
                slice(states),
                some(same.as_ref().map(bits))
            )
        }
        HazardKind::Drain { of, counters, results, except } => {
            let counters = strings(counters);
            format!("Drain {{ of: {of}, counters: {counters}, results: {results}, except: {except:?} }}")
        }
        HazardKind::Stale { by, cured, after, used } => {
            let (by, cured, used) = (side(by), side(cured), side(used));
            format!("Stale {{ by: {by}, cured: {cured}, after: {after:?}, used: {used} }}")
        }
        HazardKind::Defined { of, register } => {
            format!("Defined {{ of: {of}, register: {} }}", id("RegisterId", *register))
        }
        HazardKind::Provided { of, segment } => {
            format!("Provided {{ of: {of}, segment: crate::hazards::Segment::{segment:?} }}")
        }
        HazardKind::Described { what } => format!("Described {{ what: crate::hazards::Described::{what:?} }}"),
        HazardKind::Never { of } => format!("Never {{ of: {} }}", side(of)),
        HazardKind::Replay { of, alone, second } => {
            format!("Replay {{ of: {of}, alone: {alone:?}, second: {second:?} }}")
        }
    }
}
