//! Reads expressions.

use isatope::Target;
use isatope::diagnostics::{nearest, number::unsigned};
use isatope::emulator::{Location, Session};

use super::{Expression, Operator};
use crate::kind::{Kind, Number};

/// What the private memory of a lane is called in expressions.
const PRIVATE: &str = "private";
/// Deepest nesting of an expression.
const DEEPEST: usize = 64;

/// What names beside registers mean.
pub trait Names {
    /// What a name means: a symbol, a buffer or an argument.
    fn find(&self, name: &str) -> Option<Named>;

    /// All names, for suggestions.
    fn all(&self) -> Vec<String>;
}

/// What a name means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Named {
    /// An address.
    Address(u64),
    /// What is in global memory at an address, with a number of bytes.
    Memory(u64, u32),
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    session: &'a Session,
    names: &'a dyn Names,
    depth: usize,
}

/// Reads an expression.
///
/// # Errors
/// What is wrong with it, and what would be right.
pub fn parse(text: &str, session: &Session, names: &dyn Names) -> Result<Expression, String> {
    let mut reader = Reader { text, at: 0, session, names, depth: 0 };
    let found = reader.binary(0)?;
    match reader.rest() {
        "" => Ok(found),
        rest => Err(format!("`{text}`: `{rest}` is left over after the expression")),
    }
}

/// Operators by how strongly they bind, the weakest first; longer ones before their beginnings.
const LEVELS: [&[(&str, Operator)]; 10] = [
    &[("||", Operator::Or)],
    &[("&&", Operator::And)],
    &[("|", Operator::BitOr)],
    &[("^", Operator::BitXor)],
    &[("&", Operator::BitAnd)],
    &[("==", Operator::Equal), ("!=", Operator::NotEqual)],
    &[("<=", Operator::LessOrEqual), (">=", Operator::GreaterOrEqual), ("<", Operator::Less), (">", Operator::Greater)],
    &[("<<", Operator::Left), (">>", Operator::Right)],
    &[("+", Operator::Add), ("-", Operator::Subtract)],
    &[("*", Operator::Multiply), ("/", Operator::Divide), ("%", Operator::Remainder)],
];

impl Reader<'_> {
    fn rest(&mut self) -> &str {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
        &self.text[self.at..]
    }

    fn eat(&mut self, token: &str) -> bool {
        let found = self.rest().starts_with(token);
        if found {
            self.at += token.len();
        }
        found
    }

    fn need(&mut self, token: &str) -> Result<(), String> {
        if self.eat(token) {
            return Ok(());
        }
        let text = self.text;
        Err(match self.rest() {
            "" => format!("`{text}`: `{token}` is missing at the end"),
            rest => format!("`{text}`: `{token}` is missing before `{rest}`"),
        })
    }

    fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T, String>) -> Result<T, String> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err("the expression is nested too deeply".to_string());
        }
        let result = read(self);
        self.depth -= 1;
        result
    }

    fn operator(&mut self, level: usize) -> Option<Operator> {
        let rest = self.rest();
        // `&` is not the beginning of `&&`, nor `<` of `<<`.
        let longest = LEVELS.iter().flat_map(|level| level.iter()).filter(|(token, _)| rest.starts_with(token));
        let (token, operator) = longest.max_by_key(|(token, _)| token.len())?;
        if !LEVELS[level].iter().any(|(_, other)| other == operator) {
            return None;
        }
        self.at += token.len();
        Some(*operator)
    }

    fn binary(&mut self, level: usize) -> Result<Expression, String> {
        if level == LEVELS.len() {
            return self.unary();
        }
        let mut left = self.binary(level + 1)?;
        let mut count = 0;
        while let Some(operator) = self.operator(level) {
            count += 1;
            if count > DEEPEST {
                return Err("the expression is too long".to_string());
            }
            let right = self.binary(level + 1)?;
            left = Expression::Binary(operator, Box::new(left), Box::new(right));
        }
        Ok(left)
    }

    fn unary(&mut self) -> Result<Expression, String> {
        for operator in ['-', '~', '!'] {
            if self.eat(operator.encode_utf8(&mut [0; 4])) {
                let inner = self.deeper(Self::unary)?;
                return Ok(Expression::Unary(operator, Box::new(inner)));
            }
        }
        let mut found = self.primary()?;
        loop {
            if self.eat("[") {
                let lane = self.deeper(|reader| reader.binary(0))?;
                self.need("]")?;
                if !found.is_per_lane() {
                    return Err(format!(
                        "`{}`: only what each lane has takes the number of a lane in brackets",
                        self.text
                    ));
                }
                found = Expression::At(Box::new(found), Box::new(lane));
            } else if self.word() == "as" {
                self.at += 2;
                found = Expression::As(Box::new(found), self.kind()?);
            } else {
                return Ok(found);
            }
        }
    }

    /// The word that is next, without reading it.
    fn word(&mut self) -> &str {
        let rest = self.rest();
        let end = rest.find(|c: char| !(c.is_alphanumeric() || "_.$@".contains(c))).unwrap_or(rest.len());
        &rest[..end]
    }

    fn kind(&mut self) -> Result<Kind, String> {
        let name = self.word().to_string();
        self.at += name.len();
        Kind::from_name(&name).ok_or_else(|| unknown("kind of value", &name, Kind::names()))
    }

    fn primary(&mut self) -> Result<Expression, String> {
        if self.eat("(") {
            let inner = self.deeper(|reader| reader.binary(0))?;
            self.need(")")?;
            return Ok(inner);
        }
        if self.eat("`") {
            let Some(end) = self.text[self.at..].find('`') else { return Err("a closing ` is missing".to_string()) };
            let name = self.text[self.at..self.at + end].to_string();
            self.at += end + 1;
            return self.named(&name);
        }
        let word = self.word().to_string();
        if word.is_empty() {
            let text = self.text;
            return Err(match self.rest() {
                "" if text.trim().is_empty() => "an expression is missing".to_string(),
                "" => format!("`{text}` ends where a register or a number is expected"),
                rest => format!("`{text}`: a register or a number is expected at `{rest}`"),
            });
        }
        self.at += word.len();
        if word.starts_with(|c: char| c.is_ascii_digit()) {
            return self.literal(word);
        }
        self.identifier(&word)
    }

    fn literal(&mut self, mut word: String) -> Result<Expression, String> {
        // `1e-3` is one number.
        let rest = &self.text[self.at..];
        if word.ends_with(['e', 'E']) && !word.starts_with("0x") && rest.starts_with(['+', '-']) {
            let end = rest[1..].find(|c: char| !c.is_ascii_digit()).map_or(rest.len(), |end| end + 1);
            word += &rest[..end];
            self.at += end;
        }
        let number = unsigned::<u64>(&word).map(|number| Number::Int(number.into()));
        let number = number.or_else(|| word.parse().ok().map(Number::Float));
        number.map(Expression::Number).ok_or_else(|| format!("`{word}` is no number: write 42, 0x2a or 1.5"))
    }

    fn identifier(&mut self, word: &str) -> Result<Expression, String> {
        let target = self.session.device().target();
        let arch = target.arch();
        match word {
            "lane" => return Ok(Expression::Lane),
            "wave" => return Ok(Expression::Wave),
            "group" | "group.x" => return Ok(Expression::Group(0)),
            "group.y" => return Ok(Expression::Group(1)),
            "group.z" => return Ok(Expression::Group(2)),
            "steps" => return Ok(Expression::Steps),
            _ => {}
        }
        let counter = arch.roles.program_counter.map(|id| &*arch.registers[id.index()].name);
        if counter.is_some_and(|name| name.eq_ignore_ascii_case(word)) {
            return Ok(Expression::Counter);
        }
        // `s[4:5]` is one name.
        if arch.files.iter().any(|file| file.prefix.eq_ignore_ascii_case(word)) && self.rest().starts_with('[') {
            let Some(end) = self.rest().find(']') else {
                return Err(format!("`{}`: `]` is missing after `{word}[`", self.text));
            };
            let name = format!("{word}{}", &self.rest()[..=end]);
            self.at += end + 1;
            return self.register(target, &name);
        }
        if self.eat("[") {
            let (memory, kind) = match word.split_once('.') {
                Some((memory, kind)) => (Some(memory), Kind::from_name(kind)),
                None => match Kind::from_name(word) {
                    Some(kind) => (None, Some(kind)),
                    None => (Some(word), Some(Kind::Hex)),
                },
            };
            if let (Some(PRIVATE), Some(kind)) = (memory, kind) {
                let offset = self.deeper(|reader| reader.binary(0))?;
                self.need("]")?;
                return Ok(Expression::Private(kind, Box::new(offset)));
            }
            let index = memory.map_or(arch.roles.global, |name| memory_of(target, name));
            if let (Some(memory), Some(kind)) = (index, kind) {
                let address = self.deeper(|reader| reader.binary(0))?;
                self.need("]")?;
                return Ok(Expression::Memory(memory, kind, Box::new(address)));
            }
            self.at -= 1;
        }
        match self.register(target, word) {
            Ok(found) => Ok(found),
            Err(_) => self.named(word),
        }
    }

    fn register(&self, target: Target, name: &str) -> Result<Expression, String> {
        let place = target.register(name).map_err(|error| error.to_string())?;
        let location = self.session.launch().entry().code().machine().layout().location(place);
        let location = location.filter(|location: &Location| location.count <= 4);
        let location = location.ok_or_else(|| format!("`{name}` is more than four registers"))?;
        Ok(Expression::Register(place.to_string(), location))
    }

    fn named(&self, name: &str) -> Result<Expression, String> {
        let global = self.session.device().target().arch().roles.global.unwrap_or_default();
        match self.names.find(name) {
            Some(Named::Address(address)) => Ok(Expression::Number(Number::Int(address.into()))),
            Some(Named::Memory(address, bytes)) => {
                let kind = Kind::Unsigned(8 * bytes.clamp(1, 8).next_power_of_two());
                let kind = if bytes == 4 || bytes == 8 { Kind::Unsigned(8 * bytes) } else { kind };
                let address = Expression::Number(Number::Int(address.into()));
                Ok(Expression::Memory(global, kind, Box::new(address)))
            }
            None => {
                let target = self.session.device().target();
                let all = self.names.all();
                let special = target.arch().registers.iter().map(|register| &*register.name);
                Err(unknown(
                    "register, symbol, buffer or argument",
                    name,
                    all.iter().map(String::as_str).chain(special),
                ))
            }
        }
    }
}

/// The memory with a name: that of the specification, or what people call it.
fn memory_of(target: Target, name: &str) -> Option<usize> {
    let called = target.terms().memories;
    let is = |(index, memory): (usize, &&str)| {
        name.eq_ignore_ascii_case(memory) || called.get(index).is_some_and(|called| name.eq_ignore_ascii_case(called))
    };
    target.arch().memories.iter().enumerate().position(is)
}

/// Says that nothing has a name, and which name is near.
pub fn unknown<'a>(what: &str, name: &str, names: impl Iterator<Item = &'a str> + Clone) -> String {
    match nearest(name, names.clone()) {
        Some(near) => format!("there is no {what} `{name}`; did you mean `{near}`?"),
        None => format!("there is no {what} `{name}`"),
    }
}
