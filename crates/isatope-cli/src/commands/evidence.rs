//! What an entry is known from, and how well, as its page says it.

use isatope_lang::{Citation, Inst, Known, Model, Reason};

/// The lines about how well an instruction is known.
pub fn lines(model: &Model, inst: &Inst) -> String {
    let mut out = known(model, "encoding", &inst.encoding) + &known(model, "meaning", &inst.semantics);
    for form in inst.forms.iter().filter(|f| !f.doubts.is_empty()) {
        out += &format!("  in {}, also\n", model.formats[form.format].name);
        out += &reasons(model, &form.doubts);
    }
    for citation in &inst.source {
        out += &format!("  source    {}\n", cited(model, citation));
    }
    out
}

fn known(model: &Model, what: &str, known: &Known) -> String {
    format!("  {what:9} {}\n{}", known.grade.word(), reasons(model, &known.reasons))
}

fn reasons(model: &Model, reasons: &[Reason]) -> String {
    let mut out = String::new();
    for reason in reasons {
        let doubt = &model.doubts[reason.doubt];
        let function = reason.function.map_or(String::new(), |f| format!(" ({})", model.functions[f].name));
        out += &format!("            {}{function};\n              until {}\n", doubt.why, doubt.until);
    }
    out
}

/// Title, edition and year of a reference, and the place in it.
fn cited(model: &Model, citation: &Citation) -> String {
    let reference = &model.references[citation.reference];
    let year = reference.year.map(|y| y.to_string()).filter(|year| !reference.edition.contains(year));
    let said: Vec<String> = Some(reference.edition.clone()).filter(|e| !e.is_empty()).into_iter().chain(year).collect();
    let said = if said.is_empty() { String::new() } else { format!(" ({})", said.join(", ")) };
    format!("{}{said}: {}", reference.title, citation.place)
}
