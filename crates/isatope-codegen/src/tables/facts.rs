//! Facts about an architecture as a whole, as rows: the fields of `isatope_core::tables::Arch` that are not tables.

use isatope_lang::{Abi, Model, ROLES};

use super::{id, id_or_none, join, slice};

/// Family, ABI, containers, preloads, brands, relatives, what processors lack, and roles, as fields of an `Arch`.
pub(super) fn facts(model: &Model) -> String {
    let abi = match model.abi {
        Abi::None => "None".to_owned(),
        Abi::Hsa => "Some(Abi::Hsa)".to_owned(),
        Abi::Shader => "Some(Abi::Shader)".to_owned(),
    };
    let containers = slice(model.containers.iter().map(|name| format!("Container::{}", camel(name))));
    let preloads = slice(model.preloads.iter().map(|p| {
        format!(
            "Preload {{ what: Preloaded::{}, file: {}, first: {}, count: {} }}",
            camel(&p.what),
            id("FileId", p.file),
            p.first,
            p.count
        )
    }));
    let dwarf = slice(model.dwarf.iter().map(|d| {
        format!(
            "DwarfNumber {{ file: {}, register: {}, first: {}, number: {} }}",
            id_or_none("FileId", d.file),
            id_or_none("RegisterId", d.register),
            d.first,
            d.number
        )
    }));
    let relatives = slice(
        model
            .relatives
            .iter()
            .map(|r| format!("Relative {{ start: {:?}, what: {:?}, nearest: {:?} }}", r.start, r.what, r.nearest)),
    );
    let texts = |names: &[String]| slice(names.iter().map(|name| format!("{name:?}")));
    let brands = texts(&model.brands);
    let lacks = slice(model.lacks.iter().map(|lack| {
        format!("Lack {{ processors: {}, instructions: {} }}", texts(&lack.processors), texts(&lack.instructions))
    }));
    format!(
        "family: {:?}, abi: {abi}, containers: {containers}, padding: {}, reserved_set: {}, usual: {}, preloads: {preloads}, \
         dwarf: {dwarf}, gap: {:?}, brands: {brands}, relatives: {relatives}, lacks: {lacks}, roles: {},",
        model.family,
        model.padding,
        model.reserved_set,
        id("VersionId", model.usual.unwrap_or_default()),
        model.gap,
        roles(model)
    )
}

/// The `Roles` of an architecture: the register, file, memory or interface of each role.
fn roles(model: &Model) -> String {
    let has = |role: &Option<String>, name: &str| role.as_deref() == Some(name);
    let active = format!("active_lanes: {}", id_or_none("RegisterId", model.active_mask()));
    let registers = ROLES.registers.iter().map(|name| {
        format!("{name}: {}", id_or_none("RegisterId", model.registers.iter().position(|r| has(&r.role, name))))
    });
    let files = ROLES
        .files
        .iter()
        .map(|name| format!("{name}: {}", id_or_none("FileId", model.files.iter().position(|f| has(&f.role, name)))));
    let memories = ROLES
        .memories
        .iter()
        .map(|name| format!("{name}: {:?}", model.memories.iter().position(|m| has(&m.role, name))));
    let ends = |name: &str| {
        model.interfaces.iter().position(|i| i.operations.iter().any(|operation| has(&operation.role, name)))
    };
    let interfaces = ROLES.operations.iter().map(|name| format!("{name}: {:?}", ends(name)));
    let all = [active].into_iter().chain(registers).chain(files).chain(memories).chain(interfaces);
    format!("Roles {{ {} }}", join(all))
}

/// Converts `local_xy` to `LocalXy`.
fn camel(name: &str) -> String {
    name.split('_').map(|word| format!("{}{}", word[..1].to_uppercase(), &word[1..])).collect()
}

/// Fields of a version: its generation, limits and checks.
pub(super) fn version(version: &isatope_lang::Version) -> String {
    let isatope_lang::Limits { workgroup, shared, scalars } = version.limits;
    format!(
        "generation: {:?}, limits: Limits {{ workgroup: {workgroup}, shared: {shared}, scalars: {scalars} }}, checks: {}",
        version.generation,
        version.checks.map_or("None".to_owned(), |index| format!("Some(&CHECKS_{index})"))
    )
}
