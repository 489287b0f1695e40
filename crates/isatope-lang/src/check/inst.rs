//! Checks instructions: opcodes per form and version, operands, programs, and required lines.

use super::Cx;
use super::program::{Declared, depends_on_lane};
use crate::ast::Inst as Tree;
use crate::model::{CodeKind, FieldKind, Form, Grade, Inst, Operand, OperandType, Program, Slot, Type, VersionSet};
use crate::span::Error;

impl Cx {
    pub fn insts(&mut self, trees: &[Tree]) {
        self.refinable(trees);
        for tree in trees {
            if let Some(inst) = self.inst(tree) {
                self.model.insts.push(inst);
            }
        }
    }

    fn inst(&mut self, tree: &Tree) -> Option<Inst> {
        let (summary, doc) = self.documentation(tree);
        let mut forms = Vec::new();
        for name in &tree.formats {
            let Some(&format) = self.formats.get(&name.text) else {
                self.unknown("format", name, self.formats.keys().cloned().collect());
                return None;
            };
            let runs_as = self.model.formats[format].runs_as;
            forms.push(Form {
                format,
                runs_as,
                opcodes: vec![None; self.model.versions.len()],
                promoted: true,
                extended: false,
                expects: vec![Vec::new(); self.model.versions.len()],
                doubts: Vec::new(),
                conditions: vec![Vec::new(); self.model.versions.len()],
            });
        }
        let all = self.all();
        let declared = self.range(&tree.range, all);
        self.opcodes(tree, declared, &mut forms)?;
        self.promote(declared, &mut forms);
        self.extend(tree, declared, &mut forms);
        self.expects_of(tree, declared, &mut forms);
        let versions = self.versions_of(tree, declared, &forms)?;
        let declared = self.declared_operands(tree)?;
        self.check_slots(tree, &declared, &forms)?;
        let source = self.citations(&tree.source);
        if tree.source.is_empty() {
            let error = Error::new(tree.name.span, format!("`{}` has no source", tree.name.text));
            self.errors
                .push(error.help("add a line `source NAME \"section or page\"`, with the name of a `reference`"));
        }
        let encoding = self.known(&tree.encoding, false)?;
        let mut semantics = self.known(&tree.semantics, true)?;
        match (&tree.body, semantics.grade) {
            (None, Grade::None) => {}
            (None, _) => {
                let error = Error::new(tree.name.span, format!("`{}` has no body", tree.name.text));
                self.errors.push(
                    error.help("add a `lane { … }` or `wave { … }` body, or `semantics none \"why\" until \"…\"`"),
                );
            }
            (Some(_), Grade::None) => {
                self.error(tree.name.span, format!("`{}` has a body, but also `semantics none`", tree.name.text))
            }
            _ => {}
        }
        let (programs, operands) = self.programs(tree, &declared, &forms)?;
        self.doubts_of_programs(&mut semantics, &mut forms, &programs);
        self.note_conditions(&semantics, &mut forms);
        let examples = self.examples_of(tree, &operands, &forms);
        Some(Inst {
            name: tree.name.text.clone(),
            unit: tree.unit.as_ref().and_then(|name| self.unit_of(name)),
            versions,
            summary,
            doc,
            forms,
            operands,
            body_text: tree.body_text.clone(),
            programs,
            source,
            encoding,
            semantics,
            examples,
            role: tree.role.as_ref().and_then(|name| self.role_of(name)),
            span: tree.name.span,
        })
    }

    /// First sentence of the documentation, and the remaining text.
    fn documentation(&mut self, tree: &Tree) -> (String, String) {
        let doc = tree.doc.trim();
        let end = doc
            .match_indices('.')
            .map(|(i, _)| i + 1)
            .find(|&i| doc[i..].is_empty() || doc[i..].starts_with([' ', '\n']));
        let Some(end) = end else {
            let what = if doc.is_empty() { "has no summary" } else { "has a summary that does not end in a period" };
            let error = Error::new(tree.name.span, format!("`{}` {what}", tree.name.text));
            self.errors.push(error.help("write one sentence after `///` above the entry"));
            return (doc.to_string(), String::new());
        };
        // Every second piece is between backquotes.
        for quoted in doc.split('`').skip(1).step_by(2).filter(|q| self.functions.contains_key(*q)) {
            let message = format!("the documentation of `{}` quotes the function `{quoted}`", tree.name.text);
            let error = Error::new(tree.name.span, message);
            self.errors
                .push(error.help("say what the instruction does; the page has its body and the functions in it"));
        }
        (doc[..end].replace('\n', " "), doc[end..].trim().to_string())
    }

    fn opcodes(&mut self, tree: &Tree, declared: VersionSet, forms: &mut [Form]) -> Option<()> {
        for op in &tree.ops {
            let form = match &op.format {
                None => 0,
                Some(name) => match forms.iter().position(|f| self.model.formats[f.format].name == name.text) {
                    Some(i) => i,
                    None => {
                        let message = format!("`{}` is not one of the formats of `{}`", name.text, tree.name.text);
                        self.error(name.span, message);
                        return None;
                    }
                },
            };
            let format = forms[form].format;
            // A line for a format that does not exist in a version does not apply to that version.
            let versions = self.range(&op.range, declared).and(self.model.formats[format].versions);
            for version in versions.iter() {
                if !self.opcode_fits(format, version, op.value) {
                    let name = self.model.formats[format].name.clone();
                    self.error(op.span, format!("opcode {:#x} does not fit the opcode field of `{name}`", op.value));
                    return None;
                }
                if forms[form].opcodes[version].replace(op.value).is_some() {
                    let v = self.model.versions[version].name.clone();
                    let error = Error::new(op.span, format!("`{}` already has an opcode in {v}", tree.name.text));
                    self.errors.push(error.help("give the two lines ranges that do not overlap"));
                    return None;
                }
            }
            forms[form].promoted = false;
        }
        Some(())
    }

    fn opcode_fits(&self, format: usize, version: usize, op: u64) -> bool {
        let Some(layout) = &self.model.formats[format].layouts[version] else { return false };
        let bits: u32 = layout.op.iter().map(|(h, l)| h - l + 1).sum();
        bits >= 64 || op >> bits == 0
    }

    /// Derives opcodes from those of another form.
    fn promote(&self, declared: VersionSet, forms: &mut [Form]) {
        for i in 0..forms.len() {
            for version in declared.iter() {
                if forms[i].opcodes[version].is_some() {
                    continue;
                }
                let promoted = self.model.formats[forms[i].format].promotes.iter().find_map(|(from, add, versions)| {
                    let other = forms.iter().find(|f| f.format == *from)?;
                    versions.contains(version).then_some(other.opcodes[version]? + add)
                });
                forms[i].opcodes[version] = promoted.filter(|&op| self.opcode_fits(forms[i].format, version, op));
            }
        }
    }

    /// Adds forms in formats that extend one of the instruction's own formats.
    fn extend(&mut self, tree: &Tree, declared: VersionSet, forms: &mut Vec<Form>) {
        let own = forms.len();
        let mut groups: Vec<String> = Vec::new();
        for format in 0..self.model.formats.len() {
            let runs_as = self.model.formats[format].runs_as;
            for (base, group, versions) in self.model.formats[format].extends.clone() {
                let Some(from) = forms[..own].iter().position(|f| f.format == base) else { continue };
                let mut here = versions.and(declared);
                for (name, range) in tree.no.iter().filter(|(name, _)| name.text == group) {
                    let lacks = self.range(range, declared);
                    here = here.minus(lacks);
                    groups.push(name.text.clone());
                }
                let opcode = |v: usize| forms[from].opcodes[v].filter(|_| here.contains(v));
                let opcodes: Vec<_> = (0..self.model.versions.len()).map(opcode).collect();
                if opcodes.iter().any(Option::is_some) {
                    forms.push(Form {
                        format,
                        runs_as,
                        expects: vec![Vec::new(); opcodes.len()],
                        conditions: vec![Vec::new(); opcodes.len()],
                        opcodes,
                        promoted: true,
                        extended: true,
                        doubts: Vec::new(),
                    });
                }
            }
        }
        for (name, _) in tree.no.iter().filter(|(name, _)| !groups.contains(&name.text)) {
            let message = format!("`{}` has no format of the group `{}` to lack", tree.name.text, name.text);
            self.error(name.span, message);
        }
    }

    /// Finds the conditions that the entry states for the fields of each form.
    fn expects_of(&mut self, tree: &Tree, declared: VersionSet, forms: &mut [Form]) {
        for line in &tree.expects {
            let versions = self.range(&line.range, declared);
            let mut is_used = false;
            for form in forms.iter_mut() {
                let format = &self.model.formats[form.format];
                if line.format.as_ref().is_some_and(|name| name.text != format.name) {
                    continue;
                }
                let layouts = format.layouts.clone();
                for version in versions.iter().filter(|&version| form.opcodes[version].is_some()) {
                    let Some(layout) = &layouts[version] else { continue };
                    let Some(fields) = self.fields_in(&line.expect.condition, layout) else { continue };
                    form.expects[version].push(self.expect(&line.expect, fields, layout));
                    is_used = true;
                }
            }
            if !is_used {
                let message = format!("no format of `{}` has the fields of this condition", tree.name.text);
                self.error(line.expect.condition.span, message);
            }
        }
    }

    fn versions_of(&mut self, tree: &Tree, declared: VersionSet, forms: &[Form]) -> Option<VersionSet> {
        let mut found = VersionSet(0);
        for form in forms {
            for (version, op) in form.opcodes.iter().enumerate() {
                if op.is_some() {
                    found.0 |= 1 << version;
                }
            }
        }
        if found.is_empty() {
            self.error(tree.name.span, format!("`{}` has no opcode", tree.name.text));
            return None;
        }
        let first = found.0.trailing_zeros();
        let last = 15 - found.0.leading_zeros();
        let span = VersionSet((first..=last).fold(0, |set, i| set | 1 << i));
        let wanted = if tree.range.is_some() { declared } else { span };
        let missing = wanted.minus(found);
        if !missing.is_empty() {
            let names = self.version_names(missing);
            let error = Error::new(tree.name.span, format!("`{}` has no opcode in {names}", tree.name.text));
            self.errors
                .push(error.help("give an `op` line for these versions, or the entry a range after its formats"));
            return None;
        }
        Some(found)
    }

    fn declared_operands(&mut self, tree: &Tree) -> Option<Vec<Declared>> {
        let mut operands: Vec<Declared> = Vec::new();
        let Some(list) = &tree.operands else {
            let error = Error::new(tree.name.span, format!("`{}` does not name its operands", tree.name.text));
            self.errors.push(error.help("add a line `asm …`, alone if there are none"));
            return None;
        };
        for operand in list {
            if operands.iter().any(|d| d.name == operand.name.text) {
                self.error(operand.name.span, format!("there is a second operand `{}`", operand.name.text));
                return None;
            }
            let ty = match operand.ty.text.as_str() {
                "mask" => OperandType::Mask,
                "u256" => OperandType::Plain(crate::model::Type::u(256)),
                "u512" => OperandType::Plain(crate::model::Type::u(512)),
                _ => match self.ty(&operand.ty)? {
                    Type::Enum { .. } => {
                        let error = Error::new(operand.ty.span, "an operand is a number, a float or a mask");
                        let help =
                            format!("give it the type of a number, and write {}(…) in the body", operand.ty.text);
                        self.errors.push(error.help(help));
                        return None;
                    }
                    ty => OperandType::Plain(ty),
                },
            };
            let view = operand.view.as_ref().map_or(String::new(), |v| v.text.clone());
            let also = match &operand.also {
                Some((count, dialect)) => Some((*count, self.dialect(dialect)?)),
                None => None,
            };
            operands.push(Declared { name: operand.name.text.clone(), ty, view, also });
        }
        Some(operands)
    }

    fn check_slots(&mut self, tree: &Tree, operands: &[Declared], forms: &[Form]) -> Option<()> {
        for form in forms {
            let format = &self.model.formats[form.format];
            for (version, op) in form.opcodes.iter().enumerate() {
                let Some(layout) = op.and(format.layouts[version].as_ref()) else { continue };
                if layout.slots.len() < operands.len() {
                    let message = format!(
                        "`{}` has {} operands, and `{}` has room for {}",
                        tree.name.text,
                        operands.len(),
                        format.name,
                        layout.slots.len()
                    );
                    self.error(tree.name.span, message);
                    return None;
                }
            }
            let meaning = &self.model.formats[form.runs_as];
            for (i, d) in operands.iter().enumerate().filter(|(_, d)| !d.view.is_empty()) {
                if !meaning.views.iter().any(|v| v.ty == d.ty && v.name == d.view) {
                    let OperandType::Plain(ty) = d.ty else { continue };
                    let span = tree.operands.as_ref()?.get(i)?.name.span;
                    let message = format!("`{}` has no view `{}` of {}", meaning.name, d.view, self.type_name(ty));
                    self.error(span, message);
                    return None;
                }
            }
        }
        Some(())
    }

    /// Builds one program for each distinct meaning, and the operands with their uses in the body.
    fn programs(&mut self, tree: &Tree, declared: &[Declared], forms: &[Form]) -> Option<(Vec<Program>, Vec<Operand>)> {
        let mut programs: Vec<Program> = Vec::new();
        let mut operands: Vec<Operand> = declared
            .iter()
            .map(|d| Operand {
                name: d.name.clone(),
                ty: d.ty,
                view: d.view.clone(),
                also: d.also,
                read: false,
                written: false,
            })
            .collect();
        if tree.body.is_none() {
            self.declared_access(forms, &mut operands);
            return Some((programs, operands));
        }
        for form in forms {
            for version in 0..self.model.versions.len() {
                let done = |p: &Program| p.format == form.runs_as && p.versions.contains(version);
                if form.opcodes[version].is_none() || programs.iter().any(done) {
                    continue;
                }
                let result = self.program(tree, declared, form.runs_as, version)?;
                for (i, operand) in operands.iter_mut().enumerate() {
                    operand.read |= result.read[i];
                    operand.written |= result.written[i];
                }
                let new = result.program;
                let same = programs.iter_mut().find(|p| {
                    p.format == new.format && p.scope == new.scope && p.body == new.body && p.locals == new.locals
                });
                match same {
                    Some(p) => p.versions.0 |= new.versions.0,
                    None => programs.push(new),
                }
            }
        }
        for program in &mut programs {
            let operands = 0..operands.len();
            let uniform = |code: &CodeKind| self.is_uniform(code);
            let vector =
                |code: &CodeKind| matches!(code, CodeKind::File { file, .. } if self.model.files[*file].per_lane);
            program.uniform = operands.clone().map(|i| self.is_always(program, forms, i, &uniform)).collect();
            program.vector = operands.map(|i| self.is_always(program, forms, i, &vector)).collect();
        }
        Some((programs, operands))
    }

    /// Whether a property holds for all codes that an operand can have in the forms with this program.
    fn is_always(&self, program: &Program, forms: &[Form], operand: usize, holds: &dyn Fn(&CodeKind) -> bool) -> bool {
        let forms = forms.iter().filter(|f| f.runs_as == program.format);
        let mut layouts = forms.flat_map(|form| {
            let has = |v: &usize| program.versions.contains(*v) && form.opcodes[*v].is_some();
            let layouts = &self.model.formats[form.format].layouts;
            (0..layouts.len()).filter(has).filter_map(|v| Some((v, layouts[v].as_ref()?)))
        });
        layouts.all(|(version, layout)| match layout.slots.get(operand) {
            Some(Slot::Register(register)) => holds(&CodeKind::Register(*register)),
            Some(Slot::Field(field)) => match layout.fields[*field].kind {
                FieldKind::Operand(class) => {
                    let codes = &self.model.classes[class].codes;
                    codes.iter().filter(|code| code.versions.contains(version)).all(|code| holds(&code.kind))
                }
                _ => holds(&CodeKind::Literal),
            },
            None => false,
        })
    }

    /// Whether a code has the same value in all lanes.
    fn is_uniform(&self, code: &CodeKind) -> bool {
        match code {
            CodeKind::File { file, .. } => !self.model.files[*file].per_lane,
            CodeKind::Register(register) => !self.model.registers[*register].per_lane,
            CodeKind::Value(value) => !depends_on_lane(value),
            _ => true,
        }
    }

    /// Sets which operands an instruction without a body reads and writes, if the formats of the architecture declare
    /// this.
    fn declared_access(&self, forms: &[Form], operands: &mut [Operand]) {
        let layout = forms.first().and_then(|f| self.model.formats[f.format].layouts.iter().flatten().next());
        let mut layouts = self.model.formats.iter().flat_map(|f| f.layouts.iter().flatten());
        let Some(layout) = layout.filter(|_| layouts.any(|l| !l.writes.is_empty())) else { return };
        for (operand, slot) in operands.iter_mut().zip(&layout.slots) {
            let Slot::Field(field) = slot else { continue };
            operand.written = layout.writes.contains(field);
            operand.read = !operand.written;
        }
    }
}
