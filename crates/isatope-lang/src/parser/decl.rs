//! Declarations.

use super::family::replace_text;
use super::{Parsed, Parser};
use crate::ast::{
    AliasLine, BitsKind, Class, CodeKind, CodeLine, Decl, Example, ExampleValue, Format, FormatLine, FormatLineKind,
    Function, Inst, Modifier, ModifierUse, Name, OpLine, Operand, Register, Word, WordForm,
};
use crate::ast::{NeedLine, Others, Otherwise, PresenceLine, SlotLine};
use crate::lexer::Kind;
use crate::span::Error;

/// Parameters with their types, and the type of the result.
type Signature = (Vec<(Name, Name)>, Option<Name>);

impl Parser<'_> {
    pub(super) fn decls(&mut self, decls: &mut Vec<Decl>) {
        let mut doc = Vec::new();
        loop {
            match self.peek() {
                Kind::End => return,
                Kind::Newline => {
                    self.next();
                }
                Kind::Doc(line) => {
                    doc.push(line.clone());
                    self.next();
                }
                _ => {
                    let before = self.at;
                    let doc = std::mem::take(&mut doc).join("\n");
                    if self.decl(doc, decls).is_err() {
                        self.recover();
                        if self.at == before {
                            self.next();
                        }
                    }
                }
            }
        }
    }

    fn decl(&mut self, doc: String, decls: &mut Vec<Decl>) -> Parsed<()> {
        let Kind::Name(word) = self.peek() else { return self.expected("a declaration") };
        let start = self.span();
        self.next();
        let decl = match word.as_str() {
            "for" => return self.family(decls),
            "arch" => self.arch()?,
            "version" => {
                let name = self.name("a version")?;
                let mut names = Vec::new();
                while self.is_string() {
                    names.push(self.string("a name")?);
                }
                Decl::Version { name, names }
            }
            "file" => {
                let name = self.name("a name")?;
                let prefix = self.string("the prefix in assembly")?;
                let count = self.small("the number of registers", 65536)?;
                self.expect(":")?;
                self.expect_word("u32")?;
                let per_lane = self.eat_word("per");
                if per_lane {
                    self.expect_word("lane")?;
                }
                let mut unaligned = Vec::new();
                while self.eat_word("unaligned") {
                    let masks = self.eat_word("masks");
                    unaligned.push((self.name("a dialect")?, masks));
                }
                Decl::File { name, prefix, count, per_lane, unaligned }
            }
            "register" => self.register(doc)?,
            "memory" => {
                let name = self.name("a name")?;
                self.expect(":")?;
                let wide = self.eat_word("u64");
                if !wide {
                    self.expect_word("u32")?;
                }
                Decl::Memory(name, if wide { 64 } else { 32 })
            }
            "interface" => Decl::Interface(self.interface(doc)?),
            "names" => Decl::Names(self.name_table(doc)?),
            "operand" => Decl::Class(self.class(doc)?),
            "modifier" => self.modifier()?,
            "order" => Decl::Order(self.name("a dialect")?, self.names()?),
            "format" => Decl::Format(self.format(doc)?),
            "part" => Decl::Part(self.part(doc)?),
            "fn" => Decl::Fn(self.function(doc)?),
            "checks" => self.checks(start)?,
            "inst" => Decl::Inst(Box::new(self.inst(doc)?)),
            "aliases" => self.aliases()?,
            other => {
                let words = "arch, version, file, register, memory, interface, names, operand, modifier, order, format, part, \
                             fn, checks, inst, aliases, for";
                let message = format!("`{other}` does not start a declaration");
                return self
                    .fail(Error::new(start, message).help(format!("a declaration starts with one of: {words}")));
            }
        };
        decls.push(decl);
        self.end_of_line()
    }

    fn arch(&mut self) -> Parsed<Decl> {
        let name = self.name("a name")?;
        let (mut dialects, mut lanes, mut word, mut dotted) = (Vec::new(), 1, 32, false);
        self.lines(|p| {
            if p.eat_word("dialects") {
                loop {
                    dialects.push((p.name("a dialect")?, p.optional_string()?));
                    if !p.eat(",") {
                        break;
                    }
                }
            } else if p.eat_word("text") {
                p.expect_word("dotted")?;
                dotted = true;
            } else if p.eat_word("lanes") {
                lanes = p.small("the number of lanes", 64)?;
            } else if p.eat_word("word") {
                word = p.small("the width of a word", 64)?;
            } else {
                return p.expected("`dialects`, `lanes`, `word` or `text`");
            }
            Ok(())
        })?;
        Ok(Decl::Arch { name, dialects, lanes, word, dotted })
    }

    fn names(&mut self) -> Parsed<Vec<Name>> {
        let mut names = vec![self.name("a name")?];
        while self.eat(",") {
            self.skip_newlines();
            names.push(self.name("a name")?);
        }
        Ok(names)
    }

    fn register(&mut self, doc: String) -> Parsed<Decl> {
        let name = self.name("a name")?;
        self.expect(":")?;
        let ty = self.name("a type")?;
        let per_lane = self.eat_word("per");
        if per_lane {
            self.expect_word("lane")?;
        }
        let given = self.eat("=");
        let numbered = given && per_lane && self.eat_word("lane");
        let reset = if given && !numbered { self.word64("a value")? } else { 0 };
        let mut spelled = Vec::new();
        while matches!(self.peek(), Kind::Name(_)) {
            spelled.push((self.name("a dialect")?, self.string("its name there")?));
        }
        let mut fields = Vec::new();
        if self.is("{") {
            self.lines(|p| {
                loop {
                    let name = p.name("a name")?;
                    p.expect("=")?;
                    let (high, low) = p.bit_range()?;
                    fields.push((name, high, low));
                    if !p.eat(",") {
                        return Ok(());
                    }
                    p.skip_newlines();
                }
            })?;
        }
        Ok(Decl::Register(Register { name, ty, per_lane, numbered, fields, reset, spelled, doc }))
    }

    /// `high:low` or one bit.
    pub(super) fn bit_range(&mut self) -> Parsed<(u32, u32)> {
        let start = self.span();
        let high = self.small("a bit number", 127)?;
        let low = if self.eat(":") { self.small("a bit number", 127)? } else { high };
        if low > high {
            let span = start.to(self.last_span());
            return self.fail(Error::new(span, "the high bit comes first").help(format!("write {low}:{high}")));
        }
        Ok((high, low))
    }

    fn class(&mut self, doc: String) -> Parsed<Class> {
        let name = self.name("a name")?;
        self.expect(":")?;
        let bits = self.small("the width of a field", 64)?;
        let mut class = Class { name, bits, doc, like: Vec::new(), codes: Vec::new() };
        self.lines(|p| {
            if p.eat_word("like") {
                let name = p.name("an operand class")?;
                class.like.push((name, if p.eat("+") { p.word64("a number")? } else { 0 }));
                return Ok(());
            }
            class.codes.push(p.code_line()?);
            Ok(())
        })?;
        Ok(class)
    }

    fn code_line(&mut self) -> Parsed<CodeLine> {
        let start = self.span();
        let first = self.word64("an operand code")?;
        let last = if self.eat("..") { self.word64("an operand code")? } else { first };
        if last < first {
            return self.fail(Error::new(start.to(self.last_span()), "the last code comes before the first"));
        }
        let word = self.name("what the code means")?;
        let (mut names, mut spelled) = (Vec::new(), Vec::new());
        let mut expr = None;
        let (mut only, mut from, mut last_use) = (None, None, false);
        let mut kind = match word.text.as_str() {
            "int" => {
                let minus = self.eat("-");
                let n = i64::from(self.small("a number", 1 << 31)?);
                CodeKind::Int(if minus { -n } else { n }, self.eat_word("down"))
            }
            "float" => {
                let minus = self.eat("-");
                let x = match self.peek() {
                    Kind::Float(x) => *x,
                    Kind::Int(n) => *n as f64,
                    _ => return self.expected("a number"),
                };
                self.next();
                CodeKind::Float(if minus { -x } else { x })
            }
            "number" | "target" => {
                let number = self.number(word.text == "target")?;
                let range = self.range()?;
                let span = start.to(self.last_span());
                let kind = CodeKind::Number(number);
                return Ok(CodeLine {
                    first,
                    last,
                    kind,
                    names,
                    spelled,
                    only,
                    last_use: false,
                    from: None,
                    range,
                    span,
                });
            }
            "literal" => CodeKind::Literal,
            "attribute" => CodeKind::Attribute,
            "constant" => CodeKind::Constant(self.word64("a constant")?),
            "reserved" => CodeKind::Reserved,
            "value" | "name" => CodeKind::Name,
            _ => {
                let base = if matches!(self.peek(), Kind::Int(_)) {
                    Some(self.small("a register number", 65535)?)
                } else {
                    None
                };
                let step = if self.eat_word("step") { self.small("a number of registers", 16)?.max(1) } else { 1 };
                CodeKind::Register(word.clone(), base, step)
            }
        };
        loop {
            if self.is_string() {
                names.push(self.string("a name")?);
            } else if self.eat_word("from") {
                from = Some(self.small("the number of the first code", 65535)?);
            } else if self.eat_word("last") {
                last_use = true;
            } else if self.eat_word("only") {
                only = Some(self.name("a field")?);
            } else if matches!(self.peek(), Kind::Name(_)) {
                let dialect = self.name("a dialect")?;
                spelled.push((dialect, self.string("the spelling in this dialect")?));
            } else {
                break;
            }
        }
        if word.text == "value" {
            self.expect("{")?;
            self.skip_newlines();
            expr = Some(self.expr()?);
            self.skip_newlines();
            self.expect("}")?;
        }
        if let Some(expr) = expr {
            kind = CodeKind::Value(expr);
        }
        let range = self.range()?;
        Ok(CodeLine {
            first,
            last,
            kind,
            names,
            spelled,
            only,
            last_use,
            from,
            range,
            span: start.to(self.last_span()),
        })
    }

    fn optional_string(&mut self) -> Parsed<Option<String>> {
        if self.is_string() { self.string("the word that is written").map(Some) } else { Ok(None) }
    }

    fn modifier(&mut self) -> Parsed<Decl> {
        let name = self.name("a name")?;
        let mut also = Vec::new();
        while self.is_string() {
            also.push(self.string("another name")?);
        }
        self.expect(":")?;
        let word = self.name("the form of the modifier")?;
        let kind = match word.text.as_str() {
            "flag" => Modifier::Flag,
            "bits" => Modifier::Bits,
            "hex" => {
                let dialects = if matches!(self.peek(), Kind::Name(_)) { self.names()? } else { Vec::new() };
                Modifier::Number(dialects, false, None)
            }
            "number" => {
                let mut hex = Vec::new();
                while self.eat_word("hex") {
                    hex.push(self.name("a dialect")?);
                }
                let signed = self.eat_word("signed");
                Modifier::Number(hex, signed, self.optional_string()?)
            }
            "swizzle" => Modifier::Swizzle(self.optional_string()?),
            "parts" => {
                let mut parts = Vec::new();
                loop {
                    let part = self.name("the name of a part")?;
                    parts.push((part, self.name("an operand class")?));
                    if !self.eat(",") {
                        break;
                    }
                }
                Modifier::Parts(parts)
            }
            "mark" => {
                let mut spelled = Vec::new();
                while matches!(self.peek(), Kind::Name(_)) {
                    spelled.push((self.name("a dialect")?, self.string("the spelling in this dialect")?));
                }
                Modifier::Mark(spelled)
            }
            "function" => Modifier::Function(self.string("the name of the function")?),
            "named" => Modifier::Named(self.words()?),
            "words" => Modifier::Words(self.words()?),
            "prefix" => Modifier::Prefix(self.string("the prefix")?),
            "choice" => {
                let mut choices = Vec::new();
                self.expect("{")?;
                loop {
                    self.skip_newlines();
                    let value = self.word64("a value")?;
                    self.expect("=")?;
                    choices.push((value, self.string("its spelling")?));
                    if !self.eat(",") {
                        break;
                    }
                }
                self.skip_newlines();
                self.expect("}")?;
                Modifier::Choice(choices)
            }
            "around" => {
                let mut pairs = Vec::new();
                loop {
                    let open = self.string("what stands before")?;
                    pairs.push((open, self.string("what stands after")?));
                    if !self.eat(",") {
                        break;
                    }
                }
                let mut print = Vec::new();
                while matches!(self.peek(), Kind::Name(_)) {
                    print.push((self.name("a dialect")?, self.word64("the number of a pair")?));
                }
                Modifier::Around { pairs, print }
            }
            other => {
                let message = format!("`{other}` is not a form of modifiers");
                return self.fail(Error::new(word.span, message).help(
                    "flag, mark, choice, named, words, prefix, around, function, bits, number, hex, swizzle or parts",
                ));
            }
        };
        Ok(Decl::Modifier { name, also, kind })
    }

    /// `{ 0 = "byte0" "b0" llvm "BYTE_0", 0x101..0x10f = "row_shl" number 1 }`
    fn words(&mut self) -> Parsed<Vec<Word>> {
        let mut words = Vec::new();
        self.expect("{")?;
        loop {
            self.skip_newlines();
            let start = self.span();
            let first = self.word64("a value")?;
            let last = if self.eat("..") { self.word64("a value")? } else { first };
            self.expect("=")?;
            let mut names = vec![self.string("its spelling")?];
            let (mut spelled, mut form) = (Vec::new(), WordForm::Alone);
            loop {
                if self.is_string() {
                    names.push(self.string("another spelling")?);
                } else if self.eat_word("number") {
                    form = WordForm::Number(self.word64("the number of the first value")?);
                } else if self.eat_word("list") {
                    let count = self.small("how many numbers", 16)?;
                    self.expect_word("of")?;
                    form = WordForm::List { count, bits: self.small("how many bits each", 4)? };
                } else if matches!(self.peek(), Kind::Name(_)) {
                    spelled.push((self.name("a dialect")?, self.string("the spelling in this dialect")?));
                } else {
                    break;
                }
            }
            words.push(Word { first, last, names, spelled, form, span: start.to(self.last_span()) });
            if !self.eat(",") {
                break;
            }
        }
        self.skip_newlines();
        self.expect("}")?;
        Ok(words)
    }

    fn format(&mut self, doc: String) -> Parsed<Format> {
        let name = self.name("a name")?;
        self.expect(":")?;
        let bits = self.small("the width of a format", 64)?;
        let range = self.range()?;
        let lines = self.format_lines()?;
        Ok(Format { name, bits, doc, range, lines })
    }

    /// `part saturate { … }`: a format without a width.
    fn part(&mut self, doc: String) -> Parsed<Format> {
        let name = self.name("a name")?;
        Ok(Format { name, bits: 64, doc, range: None, lines: self.format_lines()? })
    }

    fn format_lines(&mut self) -> Parsed<Vec<FormatLine>> {
        let mut lines = Vec::new();
        self.lines(|p| {
            while matches!(p.peek(), Kind::Doc(_)) {
                p.next();
                p.skip_newlines();
            }
            let start = p.span();
            let kind = p.format_line()?;
            let range = p.range()?;
            lines.push(FormatLine { kind, range, span: start.to(p.last_span()) });
            Ok(())
        })?;
        Ok(lines)
    }

    fn format_line(&mut self) -> Parsed<FormatLineKind> {
        if matches!(self.peek(), Kind::Int(_)) {
            return self.bits_line();
        }
        let word = self.name("a line of a format")?;
        Ok(match word.text.as_str() {
            "like" => FormatLineKind::Like(self.name("a format")?),
            "with" => FormatLineKind::With(self.names()?),
            "rest" => {
                let zero = self.eat_word("zero");
                if !zero {
                    self.expect_word("ignored")?;
                }
                FormatLineKind::Rest(zero)
            }
            "before" => {
                let field = self.name("an operand")?;
                let text = self.string("what is written before it")?;
                let dialect = if self.eat_word("in") { Some(self.name("a dialect")?) } else { None };
                FormatLineKind::Before(field, text, dialect)
            }
            "counted" => {
                let field = self.name("an operand")?;
                self.expect_word("by")?;
                let count = self.name("a field")?;
                let plus = if self.eat("+") { self.word64("a number")? } else { 0 };
                FormatLineKind::Counted(field, count, plus)
            }
            "writes" => FormatLineKind::Writes(self.names()?),
            "limit" => {
                let number = |p: &mut Self, word: &str| {
                    p.expect_word(word)?;
                    p.small("a number", 255)
                };
                let reads = number(self, "reads")?;
                self.expect(",")?;
                let slots = number(self, "slots")?;
                self.expect(",")?;
                FormatLineKind::Limit { reads, slots, words: number(self, "words")? }
            }
            "expect" => FormatLineKind::Expect(self.expr()?, self.string("what to say otherwise")?),
            "operands" => {
                let mut slots = Vec::new();
                while matches!(self.peek(), Kind::Name(_)) {
                    slots.push(self.slot_line()?);
                    if !self.eat(",") {
                        break;
                    }
                    self.skip_newlines();
                }
                FormatLineKind::Operands(slots)
            }
            "written" => {
                let names = self.names()?;
                self.expect_word("in")?;
                FormatLineKind::Written(names, self.name("a dialect")?)
            }
            "registers" => {
                let field = self.name("a field")?;
                self.expect("=")?;
                let count = self.expr()?;
                let dialect = if self.eat_word("in") { Some(self.name("a dialect")?) } else { None };
                let others = self.other_counts()?;
                FormatLineKind::Registers { field, count, dialect, others }
            }
            "where" => {
                let field = self.name("a field")?;
                self.expect("=")?;
                FormatLineKind::Where(field, self.word64("a number")?)
            }
            "blank" => {
                self.expect_word("after")?;
                let after = self.name("a field")?;
                self.expect_word("in")?;
                FormatLineKind::Blank { after, dialect: self.name("a dialect")? }
            }
            "promotes" => {
                let from = self.name("a format")?;
                let add = if self.eat("+") { self.sum()? } else { 0 };
                FormatLineKind::Promotes(from, add)
            }
            "runs" => {
                self.expect_word("as")?;
                FormatLineKind::RunsAs(self.name("a format")?)
            }
            "refines" => FormatLineKind::Refines(self.name("a format")?),
            "extends" => {
                let format = self.name("a format")?;
                self.expect_word("as")?;
                FormatLineKind::Extends(format, self.name("a name for `no` lines")?)
            }
            "active" => {
                self.expect("=")?;
                self.skip_newlines();
                FormatLineKind::Active(self.expr()?)
            }
            "default" => {
                let field = self.name("a field")?;
                self.expect("=")?;
                let value = self.word64("a number")?;
                let dialect = if self.eat_word("in") { Some(self.name("a dialect")?) } else { None };
                FormatLineKind::Default(field, value, dialect)
            }
            "destination" => {
                let field = self.name("a field")?;
                self.expect("[")?;
                let bit = self.small("a bit number", 63)?;
                self.expect("]")?;
                FormatLineKind::Destination(field, bit)
            }
            "modifiers" => {
                let dialects = if self.is(":") { Vec::new() } else { self.names()? };
                self.expect(":")?;
                let mut uses = Vec::new();
                while matches!(self.peek(), Kind::Name(_)) {
                    let required = self.eat_word("always");
                    let always = required || self.eat_word("shown");
                    let field = self.name("a field")?;
                    let syntax = if self.eat_word("as") { Some(self.name("a modifier")?) } else { None };
                    let at = if self.eat_word("at") { Some(self.name("an operand")?) } else { None };
                    uses.push(ModifierUse { field, syntax, always, required, at });
                    if !self.eat(",") {
                        break;
                    }
                    self.skip_newlines();
                }
                FormatLineKind::Modifiers(dialects, uses)
            }
            "suffix" => FormatLineKind::Suffix(self.name("a dialect")?, self.string("the suffix")?),
            "word" => FormatLineKind::Word(self.name("a dialect")?, self.string("the word")?),
            "raw" => {
                FormatLineKind::Raw(self.name("a dialect")?, self.name("a field")?, self.string("its name there")?)
            }
            "max" => {
                let what = self.name("a register file, or `scalar`")?;
                let most = self.small("a number", 255)?;
                let dialect = if self.eat_word("in") { Some(self.name("a dialect")?) } else { None };
                let with = if self.eat_word("with") { self.names()? } else { Vec::new() };
                FormatLineKind::Max { what, most, dialect, with }
            }
            "needs" => {
                let field = self.name("a field")?;
                let what = match self.eat("=") {
                    true => NeedLine::Value(self.word64("a number")?),
                    false => NeedLine::Kind(self.name("a register file, or `scalar`")?),
                };
                let dialect = if self.eat_word("in") { Some(self.name("a dialect")?) } else { None };
                FormatLineKind::Needs(field, what, dialect)
            }
            "exempt" => FormatLineKind::Exempt(self.name("a field")?, self.name("a register")?),
            "aligned" => {
                let dialect = if self.eat_word("in") { Some(self.name("a dialect")?) } else { None };
                FormatLineKind::Aligned(dialect)
            }
            "explicit" => FormatLineKind::Explicit,
            "also" => {
                let field = self.name("a field")?;
                self.expect_word("as")?;
                FormatLineKind::Also(field, self.name("a modifier")?)
            }
            "bare" => FormatLineKind::Bare(
                self.name("a dialect")?,
                self.name("a field")?,
                self.name("the style of the number")?,
            ),
            "view" => {
                let ty = self.name("a type")?;
                let name = if self.is_word("input") || self.is_word("output") {
                    None
                } else {
                    Some(self.name("the name of the view")?)
                };
                let output = self.is_word("output");
                if !output {
                    self.expect_word("input")?;
                } else {
                    self.next();
                }
                let constants = if self.eat_word("constants") { Some(self.name("a float type")?) } else { None };
                self.expect("=")?;
                self.skip_newlines();
                FormatLineKind::View { ty, name, output, constants, expr: self.expr()? }
            }
            other => {
                let message = format!("`{other}` does not start a line of a format");
                let help = "a line starts with bit numbers, or one of: like, with, rest, before, counted, writes, limit, expect, operands, written, registers, where, blank, promotes, runs as, refines, extends, active, default, destination, modifiers, suffix, word, raw, max, needs, exempt, aligned, explicit, also, bare, view";
                return self.fail(Error::new(word.span, message).help(help));
            }
        })
    }

    /// What follows `or` in a `registers` line: `any`, or ranges.
    fn other_counts(&mut self) -> Parsed<Others> {
        if !self.eat_word("or") {
            return Ok(Others::None);
        }
        if self.eat_word("any") {
            return Ok(Others::Any);
        }
        let mut ranges = Vec::new();
        loop {
            let first = self.expr()?;
            let last = if self.eat("..") { self.expr()? } else { first.clone() };
            ranges.push((first, last));
            if !self.eat(",") {
                return Ok(Others::Ranges(ranges));
            }
        }
    }

    /// A slot, with when it is written: `vaddr if offen | idxen else llvm "off" clrx optional`.
    fn slot_line(&mut self) -> Parsed<SlotLine> {
        let name = self.name("a field or a register")?;
        if !self.eat_word("if") {
            return Ok(SlotLine { name, presence: None });
        }
        let when = self.expr()?;
        self.expect_word("else")?;
        let mut otherwise = Vec::new();
        loop {
            let dialect = if self.is_string() || self.is_word("nothing") || self.is_word("optional") {
                None
            } else {
                Some(self.name("a dialect, or what stands there otherwise")?)
            };
            let what = if self.eat_word("nothing") {
                Otherwise::Nothing
            } else if self.eat_word("optional") {
                Otherwise::Optional
            } else {
                Otherwise::Word(self.string("a word, `nothing` or `optional`")?)
            };
            otherwise.push((dialect, what));
            if !matches!(self.peek(), Kind::Name(_)) {
                return Ok(SlotLine { name, presence: Some(PresenceLine { when, otherwise }) });
            }
        }
    }

    fn bits_line(&mut self) -> Parsed<FormatLineKind> {
        let mut pieces = vec![self.bit_range()?];
        while self.eat(",") {
            pieces.push(self.bit_range()?);
        }
        if self.eat("=") {
            return Ok(FormatLineKind::Bits(pieces, BitsKind::Fixed(self.word64("the value of the bits")?)));
        }
        let word = self.name("what the bits are")?;
        if word.text == "shared" && !self.is(":") {
            let field = self.name("a field")?;
            self.expect(":")?;
            return Ok(FormatLineKind::Bits(pieces, BitsKind::Shared(field, self.name("a type")?)));
        }
        let kind = match word.text.as_str() {
            "op" if !self.is(":") => BitsKind::Op,
            "ignored" => BitsKind::Ignored(self.optional_name()?),
            _ => {
                self.expect(":")?;
                let ty = self.name("an operand class or a type")?;
                let plain =
                    ty.text.strip_prefix('u').is_some_and(|n| !n.is_empty() && n.bytes().all(|c| c.is_ascii_digit()));
                if plain { BitsKind::Plain(word, ty) } else { BitsKind::Operand(word, ty) }
            }
        };
        Ok(FormatLineKind::Bits(pieces, kind))
    }

    fn function(&mut self, doc: String) -> Parsed<Function> {
        let name = self.name("a name")?;
        let (params, result) = self.signature()?;
        let body = self.block()?;
        Ok(Function { name, doc, params, result, body })
    }

    /// `(name: T, …) [-> T]`
    pub(super) fn signature(&mut self) -> Parsed<Signature> {
        self.expect("(")?;
        let mut params = Vec::new();
        loop {
            self.skip_newlines();
            if self.eat(")") {
                break;
            }
            let name = self.name("a parameter")?;
            self.expect(":")?;
            params.push((name, self.name("a type")?));
            self.skip_newlines();
            if !self.eat(",") {
                self.expect(")")?;
                break;
            }
        }
        let result = if self.eat("->") { Some(self.name("a type")?) } else { None };
        Ok((params, result))
    }

    fn inst(&mut self, doc: String) -> Parsed<Inst> {
        let name = self.name("a mnemonic")?;
        self.expect(":")?;
        let formats = self.names()?;
        let mut parts = Vec::new();
        while self.eat("+") {
            self.skip_newlines();
            parts.push(self.name("a part")?);
        }
        let range = self.range()?;
        let mut inst = Inst {
            name,
            doc,
            formats,
            parts,
            range,
            unit: None,
            ops: Vec::new(),
            no: Vec::new(),
            role: None,
            operands: None,
            body: None,
            body_text: String::new(),
            source: None,
            encoding: None,
            semantics: None,
            examples: Vec::new(),
        };
        self.lines(|p| p.inst_line(&mut inst))?;
        Ok(inst)
    }

    fn inst_line(&mut self, inst: &mut Inst) -> Parsed<()> {
        let start = self.span();
        let word = self.name("a line of an instruction")?;
        match word.text.as_str() {
            "op" => {
                let format = if matches!(self.peek(), Kind::Name(_)) { Some(self.name("a format")?) } else { None };
                let value = self.sum()?;
                let mut more = Vec::new();
                while self.eat(",") {
                    let mut pieces = vec![self.bit_range()?];
                    while self.eat(",") {
                        pieces.push(self.bit_range()?);
                    }
                    self.expect("=")?;
                    more.push((pieces, self.sum()?));
                }
                let range = self.range()?;
                inst.ops.push(OpLine { format, value, more, range, span: start.to(self.last_span()) });
            }
            "asm" => {
                self.once(inst.operands.is_some(), &word)?;
                let mut operands = Vec::new();
                while matches!(self.peek(), Kind::Name(_)) {
                    let name = self.name("an operand")?;
                    self.expect(":")?;
                    let ty = self.name("a type")?;
                    operands.push(Operand { name, ty, view: self.optional_name()? });
                    if !self.eat(",") {
                        break;
                    }
                    self.skip_newlines();
                }
                inst.operands = Some(operands);
            }
            "lane" | "wave" | "warp" => {
                self.once(inst.body.is_some(), &word)?;
                let block = self.block()?;
                let mut text =
                    self.text.get(start.start as usize..block.span.end as usize).unwrap_or_default().to_string();
                for (names, tuple) in &self.families {
                    text = replace_text(&text, names, tuple);
                }
                inst.body_text = dedent(&text);
                inst.body = Some((word.text == "lane", block));
            }
            "unit" => {
                self.once(inst.unit.is_some(), &word)?;
                inst.unit = Some(self.name("the unit that runs it")?);
            }
            "no" => {
                let group = self.name("a group of formats")?;
                inst.no.push((group, self.range()?));
            }
            "role" => {
                self.once(inst.role.is_some(), &word)?;
                inst.role = Some(self.name("a role")?);
            }
            "source" => {
                self.once(inst.source.is_some(), &word)?;
                inst.source = Some(self.string("where it comes from")?);
            }
            "encoding" | "semantics" => {
                let status = self.name("exact, assumed, approximate or none")?;
                let why = if self.is_string() { Some(self.string("the reason")?) } else { None };
                let place = if word.text == "encoding" { &mut inst.encoding } else { &mut inst.semantics };
                let given = place.is_some();
                *place = Some((status, why));
                self.once(given, &word)?;
            }
            "example" => {
                let given = self.example_values()?;
                self.expect("=>")?;
                self.skip_newlines();
                let expect = self.example_values()?;
                let span = start.to(self.last_span());
                inst.examples.push(Example { given, expect, range: self.range()?, span });
            }
            other => {
                let message = format!("`{other}` does not start a line of an instruction");
                let help = "a line starts with one of: op, unit, role, no, asm, lane, wave, source, encoding, semantics, example";
                return self.fail(Error::new(word.span, message).help(help));
            }
        }
        Ok(())
    }

    fn once(&mut self, given: bool, word: &Name) -> Parsed<()> {
        if given {
            return self.fail(Error::new(word.span, format!("this entry has a second `{}`", word.text)));
        }
        Ok(())
    }

    /// A sum of products of numbers, in 128 bits.
    fn example_number(&mut self, what: &str) -> Parsed<u128> {
        let mut sum: u128 = 0;
        loop {
            let mut product = self.int(what)?;
            while self.eat("*") {
                product = product.wrapping_mul(self.int("a number")?);
            }
            sum = sum.wrapping_add(product);
            if !self.eat("+") {
                return Ok(sum);
            }
        }
    }

    fn example_values(&mut self) -> Parsed<Vec<ExampleValue>> {
        let mut values = Vec::new();
        while matches!(self.peek(), Kind::Name(_)) {
            let name = self.name("an operand")?;
            let mut at = None;
            if self.eat("[") {
                let span = self.span();
                let number = self.example_number("an address, or the number of a word")?;
                let fits = u64::try_from(number).or_else(|_| self.fail(Error::new(span, "this has more than 64 bits")));
                at = Some(fits?);
                self.expect("]")?;
            }
            self.expect("=")?;
            let value = self.example_number("its bits, as a number")?;
            values.push(ExampleValue { name, at, value });
            if self.eat(",") {
                self.skip_newlines();
            }
        }
        Ok(values)
    }

    fn aliases(&mut self) -> Parsed<Decl> {
        let dialect = self.name("a dialect")?;
        let mut entries = Vec::new();
        self.lines(|p| {
            let alias = p.name("a spelling")?;
            p.expect("=")?;
            let name = p.name("a mnemonic")?;
            let mut with = Vec::new();
            if p.eat_word("with") {
                loop {
                    let field = p.name("a field")?;
                    p.expect("=")?;
                    with.push((field, p.word64("its value")?));
                    if !p.eat(",") {
                        break;
                    }
                }
            }
            let print = p.eat_word("print");
            let range = p.range()?;
            entries.push(AliasLine { alias, name, with, print, range });
            Ok(())
        })?;
        Ok(Decl::Aliases { dialect, entries })
    }
}

/// Removes the indentation that all lines after the first share.
fn dedent(text: &str) -> String {
    let indent = |line: &str| line.len() - line.trim_start().len();
    let common = text.lines().skip(1).filter(|l| !l.trim().is_empty()).map(indent).min().unwrap_or(0);
    let mut lines = text.lines();
    let mut out = lines.next().unwrap_or_default().to_string();
    for line in lines {
        out.push('\n');
        out.push_str(line.get(common..).unwrap_or_default().trim_end());
    }
    out
}
