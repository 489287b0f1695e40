//! Tables of the words in assembly text, except mnemonics.

use std::collections::{BTreeMap, HashMap};

use isatope_lang::{CodeKind, Layout, ModifierKind, ModifierUse, SpellingKind, WhenAbsent};

use super::{Tables, id, id_or_none, join, rows};

/// Statics for `Reading::words`, followed by its value.
pub(super) fn words(t: &Tables<'_>) -> (String, String) {
    let behind = Vocabulary::new(t);
    let (pool, dialects) = (t.pool, t.model.dialects.len());
    let operands = operand_names(t);
    let attached = attached_words(t);
    let layouts = layouts(t);
    let values = values(t);
    let mut statics = pool.names("OPERANDS", (0..).zip(&operands).map(|(i, (name, _))| (name.as_str(), i)));
    statics += &pool.names("CALLS", calls(t).iter().map(|(name, is_counter)| (name.as_str(), u16::from(*is_counter))));
    statics += &pool.names("WORDS", (0..).zip(&behind.words).map(|(i, word)| (word.text.as_str(), i)));
    statics += &pool.names("VALUES", (0..).zip(&values).map(|(i, (name, _))| (name.as_str(), i)));
    statics += &pool.names("ATTACHED", (0..).zip(&attached).map(|(i, (name, _))| (name.as_str(), i)));
    let for_layouts = |ty: &'static str, lists: &'static str, of: &dyn Fn(&Layout, usize) -> String| {
        let of_dialect = |dialect| pool.list(ty, layouts.iter().map(|l| of(l, dialect)).collect::<Vec<_>>());
        pool.list(lists, (0..dialects).map(of_dialect).collect::<Vec<_>>())
    };
    let uses = |layout: &Layout, dialect| pool.list("WordUse", behind.uses(t, layout, dialect));
    let fields = |layout: &Layout, dialect| {
        let mut first: Vec<(usize, usize)> = Vec::new();
        for used in all_uses(layout, dialect) {
            if !first.iter().any(|(modifier, _)| *modifier == used.modifier) {
                first.push((used.modifier, used.field));
            }
        }
        let rows = first
            .iter()
            .map(|&(modifier, field)| format!("({}, {})", id("FieldId", field), id("ModifierId", modifier)));
        pool.list("(FieldId, ModifierId)", rows)
    };
    let attached = attached.iter().map(|(name, meanings)| {
        let longer =
            |(other, _): &(String, _)| other.strip_prefix(name.as_str()).is_some_and(|rest| rest.starts_with('.'));
        let meanings = pool.list(
            "(ModifierId, u64)",
            meanings.iter().map(|&(modifier, value)| format!("({}, {value})", id("ModifierId", modifier))),
        );
        format!("AttachedWord {{ meanings: {meanings}, has_longer: {} }}", attached.iter().any(longer))
    });
    let words_of = |(_, of): &(String, Vec<(usize, usize)>)| {
        let rows = of.iter().map(|&(modifier, word)| format!("({}, {word})", id("ModifierId", modifier)));
        pool.list("(ModifierId, u8)", rows)
    };
    let value = format!(
        "Words {{ operands: Names {{ slots: &OPERANDS }}, meanings: &[{}], calls: Names {{ slots: &CALLS }}, names: Names {{ slots: &WORDS }}, \
         rows: &[{}], value_names: Names {{ slots: &VALUES }}, values: {}, uses: {}, fields: {}, attached_names: Names {{ slots: &ATTACHED }}, \
         attached: &[{}] }}",
        join(operands.iter().map(|(_, meaning)| meaning)),
        join(behind.words.iter().map(|word| word.row(t))),
        pool.list("List<(ModifierId, u8)>", values.iter().map(words_of).collect::<Vec<_>>()),
        for_layouts("List<WordUse>", "List<List<WordUse>>", &uses),
        for_layouts("List<(FieldId, ModifierId)>", "List<List<(FieldId, ModifierId)>>", &fields),
        join(attached),
    );
    (statics, value)
}

/// Layouts in the order of their rows.
fn layouts<'m>(t: &Tables<'m>) -> Vec<&'m Layout> {
    let of_format = |format: usize| t.model.formats[format].layouts.iter().zip(&t.layout_rows[format]);
    let all =
        (0..t.layout_rows.len()).flat_map(of_format).filter_map(|(layout, row)| Some(((*row)?, layout.as_ref()?)));
    all.collect::<BTreeMap<_, _>>().into_values().collect()
}

/// Modifiers of a layout, those of a dialect first.
fn all_uses(layout: &Layout, dialect: usize) -> impl Iterator<Item = &ModifierUse> {
    let own = layout.modifiers.get(dialect).into_iter().flatten();
    let also = layout.also.iter().filter(move |_| layout.also_in >> dialect & 1 != 0);
    own.chain(layout.modifiers.iter().flatten()).chain(also)
}

/// Whether a modifier has one bit per source.
fn is_per_source(kind: &ModifierKind) -> bool {
    matches!(kind, ModifierKind::Prefix(_) | ModifierKind::Around { .. } | ModifierKind::Function(_))
}

/// A word that can follow operands.
#[derive(Default)]
struct Word {
    text: String,
    modifier: u16,
    fields: Vec<u16>,
    formats: u8,
    named: Option<usize>,
    is_part: bool,
    is_choice: bool,
    values: Vec<String>,
}

impl Word {
    fn row(&self, t: &Tables<'_>) -> String {
        let Self { modifier, formats, is_part, is_choice, .. } = self;
        let named = id_or_none("ModifierId", self.named);
        format!(
            "KnownWord {{ text: {}, modifier: {modifier:#x}, fields: {}, formats: {formats}, named: {named}, is_part: {is_part}, is_choice: {is_choice}, values: {} }}",
            t.pool.text(&self.text),
            t.pool.list("u16", &self.fields),
            t.pool.list("WordOfValue", &self.values),
        )
    }
}

/// All words that can follow operands.
#[derive(Default)]
struct Vocabulary {
    words: Vec<Word>,
    numbers: HashMap<String, usize>,
}

impl Vocabulary {
    fn new(t: &Tables<'_>) -> Self {
        let (mut all, model) = (Self::default(), t.model);
        // In that case only bare fields follow the operands.
        let attaches = model.syntax.attaches();
        for (version, format) in model.formats.iter().flat_map(|f| f.layouts.iter().enumerate()) {
            let Some(layout) = format else { continue };
            let mut modifier = |name: &str| all.word(name).modifier |= 1 << version;
            let kind = |used: &ModifierUse| &model.modifiers[used.modifier].kind;
            for uses in layout.modifiers.iter().filter(|_| !attaches) {
                let sources = uses.iter().chain(&layout.also).filter(|used| is_per_source(kind(used)));
                sources.for_each(|used| modifier(&model.modifiers[used.modifier].text));
                uses.iter().for_each(|used| modifier(&layout.fields[used.field].name));
                let numbers = uses.iter().filter(|used| matches!(kind(used), ModifierKind::Number(..)));
                numbers.for_each(|used| modifier(&model.modifiers[used.modifier].text));
            }
            for field in &layout.fields {
                for dialect in 0..model.dialects.len() {
                    let raw = field.raw.iter().find(|(d, _)| *d == dialect).map(|(_, raw)| raw);
                    for name in raw.into_iter().chain([&field.name]) {
                        let fields = &mut all.word(name).fields;
                        fields.resize(model.dialects.len(), 0);
                        fields[dialect] |= 1 << version;
                    }
                }
            }
        }
        for (i, modifier) in model.modifiers.iter().enumerate().filter(|_| !attaches) {
            match &modifier.kind {
                ModifierKind::Named(_) => {
                    for name in [&modifier.text].into_iter().chain(&modifier.also) {
                        let named = &mut all.word(name).named;
                        *named = named.or(Some(i));
                    }
                }
                ModifierKind::Words(words) => {
                    for (n, spelling) in
                        words.iter().enumerate().flat_map(|(n, w)| rows::names_of(w).map(move |s| (n, s)))
                    {
                        let (bare, fixed) = match spelling.split_once(':') {
                            Some((bare, fixed)) => (bare, fixed.parse::<u64>().ok()),
                            None => (spelling, None),
                        };
                        let row =
                            format!("WordOfValue {{ modifier: {}, word: {n}, fixed: {fixed:?} }}", id("ModifierId", i));
                        all.word(bare).values.push(row);
                    }
                }
                ModifierKind::Choice(choices) => {
                    let words = choices.iter().filter_map(|(_, text)| text.split_once(':'));
                    let words = words.filter(|(_, number)| number.parse::<u64>().is_ok());
                    words.for_each(|(word, _)| all.word(word).is_choice = true);
                }
                ModifierKind::Parts(parts) => {
                    let names = [&modifier.text].into_iter().chain(parts.iter().map(|(name, _)| name));
                    names.for_each(|name| all.word(name).is_part = true);
                }
                _ => {}
            }
        }
        for (dialect, word) in
            model.formats.iter().flat_map(|f| f.words.iter().enumerate()).filter(|(_, w)| !w.is_empty())
        {
            all.word(word).formats |= 1 << dialect;
        }
        all
    }

    /// Entry of a word; adds it if it is new.
    fn word(&mut self, text: &str) -> &mut Word {
        let number = *self.numbers.entry(text.to_ascii_lowercase()).or_insert(self.words.len());
        if number == self.words.len() {
            self.words.push(Word { text: text.to_owned(), ..Word::default() });
        }
        &mut self.words[number]
    }

    /// Words that set fields of a layout: the names of fields and of some modifiers, those of the dialect first. If a
    /// word could set two fields, the first one applies.
    fn uses(&self, t: &Tables<'_>, layout: &Layout, dialect: usize) -> Vec<String> {
        let (mut known, mut uses) = (Vec::new(), Vec::new());
        let kind = |used: &ModifierUse| &t.model.modifiers[used.modifier].kind;
        for of in all_uses(layout, dialect).filter(|_| !t.model.syntax.attaches()) {
            let is_named = matches!(kind(of), ModifierKind::Number(..)) || is_per_source(kind(of));
            let parts = match kind(of) {
                ModifierKind::Parts(parts) => parts.as_slice(),
                _ => &[],
            };
            let is_signed = |u: &&ModifierUse| u.field == of.field && matches!(kind(u), ModifierKind::Number(_, true));
            let has_sign = layout.modifiers.iter().flatten().any(|u| is_signed(&u));
            let own = is_named.then_some(&t.model.modifiers[of.modifier].text);
            let words =
                [&layout.fields[of.field].name].into_iter().chain(own).chain(parts.iter().map(|(name, _)| name));
            for word in words.filter_map(|name| self.numbers.get(&name.to_ascii_lowercase())) {
                if !known.contains(word) {
                    known.push(*word);
                    let (field, modifier) = (of.field, of.modifier);
                    uses.push(format!("w({word}, {field}, {modifier}, {has_sign})"));
                }
            }
        }
        uses
    }
}

/// Names of the values of modifiers, each with the modifiers that have it.
fn values(t: &Tables<'_>) -> Vec<(String, Vec<(usize, usize)>)> {
    let mut all: Vec<(String, Vec<(usize, usize)>)> = Vec::new();
    for (modifier, of) in t.model.modifiers.iter().enumerate() {
        let ModifierKind::Named(words) = &of.kind else { continue };
        for (i, name) in words.iter().enumerate().flat_map(|(i, word)| rows::names_of(word).map(move |name| (i, name)))
        {
            match all.iter_mut().find(|(known, _)| known.eq_ignore_ascii_case(name)) {
                Some((_, modifiers)) => modifiers.push((modifier, i)),
                None => all.push((name.to_owned(), vec![(modifier, i)])),
            }
        }
    }
    all
}

/// Names that start a structured number, and whether it is a counter. Names of counters have priority.
fn calls(t: &Tables<'_>) -> Vec<(String, bool)> {
    let mut names = Vec::new();
    let numbers = t.model.classes.iter().flat_map(|c| &c.codes).filter_map(|code| match &code.kind {
        CodeKind::Number(number) => Some(number),
        _ => None,
    });
    for spelling in numbers.flat_map(|n| &n.spellings) {
        match &spelling.kind {
            SpellingKind::Counters { fields, .. } => {
                names.extend(fields.iter().flat_map(|(name, _)| [(name.clone(), true), (format!("{name}_sat"), true)]));
            }
            SpellingKind::Call(name, _) | SpellingKind::Flags(name, _) => names.push((name.clone(), false)),
        }
    }
    names.sort_by_key(|(_, is_counter)| !is_counter);
    names
}

/// Words of attached modifiers, each with the modifiers that have it and the value.
fn attached_words(t: &Tables<'_>) -> Vec<(String, Vec<(usize, u64)>)> {
    let mut all: Vec<(String, Vec<(usize, u64)>)> = Vec::new();
    if !t.model.syntax.attaches() {
        return all;
    }
    for (i, modifier) in t.model.modifiers.iter().enumerate() {
        let mut add = |word: &str, value: u64| {
            let known = all.iter().position(|(known, _)| known.eq_ignore_ascii_case(word));
            let at = known.unwrap_or(all.len());
            if at == all.len() {
                all.push((word.to_owned(), Vec::new()));
            }
            if !all[at].1.contains(&(i, value)) {
                all[at].1.push((i, value));
            }
        };
        match &modifier.kind {
            ModifierKind::Flag => [&modifier.text].into_iter().chain(&modifier.also).for_each(|name| add(name, 1)),
            ModifierKind::Words(words) => {
                words.iter().for_each(|word| rows::names_of(word).for_each(|name| add(name, word.first)));
            }
            _ => {}
        }
    }
    all
}

/// Names of registers, of their halves, and of computed values, each with its `Meaning`. The list has all names of the
/// architecture; classes determine which ones are valid.
fn operand_names(t: &Tables<'_>) -> Vec<(String, String)> {
    let (mut names, model) = (Vec::new(), t.model);
    let named = |name: &str| (name.to_owned(), format!("Meaning::Named({})", t.pool.text(name)));
    // Values come first: `scc` is also a register, but as an operand it means the value. Classes that name parts of
    // modifiers are not operands.
    let parts = model.modifiers.iter().filter_map(|m| match &m.kind {
        ModifierKind::Parts(parts) => Some(parts.iter().map(|(_, class)| *class)),
        _ => None,
    });
    let parts: Vec<usize> = parts.flatten().collect();
    for (_, class) in model.classes.iter().enumerate().filter(|(i, _)| !parts.contains(i)) {
        for code in &class.codes {
            for name in code.names.iter().chain(code.spelled.iter().map(|(_, text)| text)) {
                match &code.kind {
                    CodeKind::Value(_) => {
                        let value = t.values.iter().position(|v| Some(v) == code.names.first()).unwrap_or_default();
                        let meaning = format!("Meaning::Computed({value})");
                        // Sources that are values have a name with `src_` and one without.
                        let other = name.strip_prefix("src_").map_or_else(|| format!("src_{name}"), str::to_owned);
                        names.extend([(name.clone(), meaning.clone()), (other, meaning)]);
                    }
                    CodeKind::Name | CodeKind::Constant(_) => names.push(named(name)),
                    _ => {}
                }
            }
        }
    }
    // A constant without a name of its own is written as its index in the table of constants.
    if model.classes.iter().flat_map(|c| &c.codes).any(|code| matches!(code.kind, CodeKind::Constant(_))) {
        names.push(named("constant"));
    }
    let layouts = model.formats.iter().flat_map(|f| f.layouts.iter().flatten());
    for otherwise in layouts.flat_map(|l| &l.presences).flat_map(|p| &p.otherwise) {
        if let WhenAbsent::Word(word) = otherwise
            && !names.iter().any(|(name, _)| name == word)
        {
            names.push(named(word));
        }
    }
    for (i, register) in model.registers.iter().enumerate() {
        let count = register.bits.div_ceil(32);
        let parts = |part, count| {
            let register = id("RegisterId", i);
            format!("Meaning::Register {{ register: {register}, part: {part}, count: {count} }}")
        };
        let spelled = register.spelled.iter().map(|(_, text)| text.as_str());
        let others = spelled.chain(register.name.strip_prefix("src_"));
        names.extend([register.name.as_str()].into_iter().chain(others).map(|name| (name.to_owned(), parts(0, count))));
        if count == 2 {
            names.extend(
                [("_lo", 0), ("_hi", 1)].map(|(half, part)| (format!("{}{half}", register.name), parts(part, 1))),
            );
        }
    }
    names
}
