//! Scopes and variables: registers, lanes, memory of the workgroup, buffers and arguments.

use std::io::Write;

use isatope::emulator::watch::INACTIVE;
use serde_json::{Value, json};

use super::memory::WORKGROUP;
use super::{Reply, Server};
use crate::debugger::Debugger;
use crate::expression::Value as Found;
use crate::kind::Kind;
use crate::stops::WaveId;

/// The most bytes of a buffer that are variables, as words.
const MOST_WORDS: u64 = 1 << 20;

/// Something that has variables, of a wavefront.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Container {
    wave: WaveId,
    pub what: What,
}

/// What has variables.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum What {
    /// Registers that the wavefront has once.
    Scalars,
    /// Registers that each lane has.
    Vectors,
    /// Masks, flags and modes.
    Special,
    /// The memory of the workgroup, as words.
    Workgroup,
    /// The private memory of lanes, as words.
    Private,
    Buffers,
    Arguments,
    /// The lanes of an expression.
    Lanes(String),
    /// Memory, as words: the address and the number of words.
    Words(u64, u64),
}

/// A variable: name, value, the expression that it is, and what it has inside.
struct Variable {
    name: String,
    value: String,
    expression: Option<String>,
    /// Its container, and the number of its elements.
    inside: Option<(What, u64)>,
    memory: Option<String>,
}

impl Variable {
    fn new(name: impl Into<String>, value: impl Into<String>, expression: Option<String>) -> Self {
        Self { name: name.into(), value: value.into(), expression, inside: None, memory: None }
    }
}

impl<W: Write + 'static> Server<'_, W> {
    /// The number of a container.
    pub(super) fn reference(&mut self, wave: WaveId, what: What) -> usize {
        let container = Container { wave, what };
        match self.containers.iter().position(|other| *other == container) {
            Some(index) => index + 1,
            None => {
                self.containers.push(container);
                self.containers.len()
            }
        }
    }

    pub(super) fn container(&self, reference: &Value) -> Result<Container, String> {
        let index = reference.as_u64().and_then(|number| usize::try_from(number).ok()?.checked_sub(1));
        let found = index.and_then(|index| self.containers.get(index)).cloned();
        found.ok_or_else(|| "these variables were of an earlier stop: ask for scopes again".to_string())
    }

    pub(super) fn scopes(&mut self, arguments: &Value) -> Reply {
        let id = self.frame(&arguments["frameId"])?.0;
        self.debugger_mut()?.select(id)?;
        let debugger = self.debugger()?;
        let arch = debugger.session().device().target().arch();
        let file = |per_lane: bool| arch.files.iter().find(|file| file.per_lane == per_lane);
        let name = |per_lane: bool| file(per_lane).map_or(String::new(), |file| format!(" ({})", &*file.prefix));
        let shared = debugger.called().shared.to_string();
        let counts = [debugger.registers(false).len(), debugger.registers(true).len()];
        let lds = debugger.wave().map_or(0, |(group, _)| group.lds.len());
        let private = debugger.wave().map_or(0, |(_, wave)| wave.private_bytes());
        let (buffers, parameters) = (debugger.buffers().len(), debugger.arguments().len());
        let mut scopes = vec![
            (format!("Vector registers{}", name(true)), What::Vectors, counts[1], false),
            (format!("Scalar registers{}", name(false)), What::Scalars, counts[0], false),
            ("Special registers".to_string(), What::Special, debugger.specials().len(), false),
        ];
        if parameters > 0 {
            scopes.push(("Arguments".to_string(), What::Arguments, parameters, false));
        }
        if buffers > 0 {
            scopes.push(("Buffers".to_string(), What::Buffers, buffers, true));
        }
        if lds > 0 {
            scopes.push((shared, What::Workgroup, lds / 4, true));
        }
        if private > 0 {
            scopes.push((debugger.called().private.to_string(), What::Private, private as usize / 4, true));
        }
        let mut all = Vec::new();
        for (name, what, count, indexed) in scopes {
            let hint = matches!(what, What::Vectors | What::Scalars | What::Special).then_some("registers");
            let hint = if what == What::Arguments { Some("arguments") } else { hint };
            let is_words = matches!(what, What::Workgroup | What::Private);
            let mut scope =
                json!({ "name": name, "variablesReference": self.reference(id, what), "expensive": indexed });
            scope[if is_words { "indexedVariables" } else { "namedVariables" }] = count.into();
            if let Some(hint) = hint {
                scope["presentationHint"] = hint.into();
            }
            all.push(scope);
        }
        Ok(json!({ "scopes": all }))
    }

    pub(super) fn variables(&mut self, arguments: &Value) -> Reply {
        let Container { wave, what } = self.container(&arguments["variablesReference"])?;
        let start = arguments["start"].as_u64().unwrap_or(0) as usize;
        let count = arguments["count"].as_u64().filter(|count| *count > 0).map_or(usize::MAX, |count| count as usize);
        let hex = arguments["format"]["hex"] == true;
        let is_indexed = matches!(what, What::Lanes(_) | What::Words(..) | What::Workgroup | What::Private);
        if matches!((arguments["filter"].as_str(), is_indexed), (Some("named"), true) | (Some("indexed"), false)) {
            return Ok(json!({ "variables": [] }));
        }
        let debugger = self.debugger_mut()?;
        // Memory can be looked at when nothing runs any more.
        if debugger.find(wave).is_some() {
            debugger.select(wave)?;
        }
        let list = list(self.debugger()?, &what, start, count, hex)?;
        let mut all = Vec::new();
        for variable in list {
            let mut one = json!({ "name": variable.name, "value": variable.value, "variablesReference": 0 });
            if let Some(expression) = variable.expression {
                one["evaluateName"] = expression.into();
            }
            if let Some((inside, count)) = variable.inside {
                one["variablesReference"] = self.reference(wave, inside).into();
                one["indexedVariables"] = count.into();
            }
            if let Some(memory) = variable.memory {
                one["memoryReference"] = memory.into();
            }
            all.push(one);
        }
        Ok(json!({ "variables": all }))
    }

    pub(super) fn set_variable(&mut self, arguments: &Value) -> Reply {
        let container = self.container(&arguments["variablesReference"])?;
        let name = arguments["name"].as_str().unwrap_or_default();
        let value = arguments["value"].as_str().unwrap_or_default();
        let debugger = self.debugger_mut()?;
        debugger.select(container.wave)?;
        let expression = expression_of(debugger, &container.what, name)?;
        debugger.assign(&expression, value)?;
        self.value_of(&expression)
    }

    pub(super) fn set_expression(&mut self, arguments: &Value) -> Reply {
        if !arguments["frameId"].is_null() {
            let id = self.frame(&arguments["frameId"])?.0;
            self.debugger_mut()?.select(id)?;
        }
        let expression = arguments["expression"].as_str().unwrap_or_default().to_string();
        self.debugger_mut()?.assign(&expression, arguments["value"].as_str().unwrap_or_default())?;
        self.value_of(&expression)
    }

    /// An expression as a variable: its value, and the lanes that it has.
    pub(super) fn value_of(&mut self, text: &str) -> Reply {
        let debugger = self.debugger()?;
        let id = debugger.selected().ok_or("nothing runs")?;
        let expression = debugger.parse(text)?;
        if !expression.is_per_lane() {
            let value = expression.value(debugger.scope()?, 0)?;
            let mut body =
                json!({ "value": value.text(Kind::Hex), "result": value.text(Kind::Hex), "variablesReference": 0 });
            if let Ok(crate::kind::Number::Int(address)) = value.number()
                && debugger.read(debugger.global(), address as u64, 1).is_some()
            {
                body["memoryReference"] = format!("{:#x}", address as u64).into();
            }
            return Ok(body);
        }
        let summary = expression.brief(debugger.scope()?, Kind::Hex)?;
        let lanes = debugger.wave().map_or(0, |(_, wave)| wave.registers.lanes());
        let reference = self.reference(id, What::Lanes(text.to_string()));
        Ok(json!({ "value": summary, "result": summary, "variablesReference": reference, "indexedVariables": lanes }))
    }
}

/// The expression that a variable of a container is.
pub(super) fn expression_of(debugger: &Debugger, what: &What, name: &str) -> Result<String, String> {
    let index = || name.trim_matches(['[', ']']).parse::<u64>().map_err(|_| format!("there is no element `{name}`"));
    let shared = || debugger.workgroup_memory().ok_or_else(|| "the workgroup has no memory of its own".to_string());
    Ok(match what {
        What::Scalars | What::Vectors | What::Special => name.to_string(),
        What::Lanes(expression)
            if debugger.parse(expression).is_ok_and(|e| matches!(e, crate::Expression::Register(..))) =>
        {
            format!("{expression}[{}]", index()?)
        }
        What::Lanes(expression) => format!("({expression})[{}]", index()?),
        What::Words(address, _) => format!("u32[{:#x}]", address + 4 * index()?),
        What::Workgroup => {
            let (start, memory) = shared()?;
            let memory = debugger.session().device().target().arch().memories[memory];
            format!("{memory}.u32[{:#x}]", start + 4 * index()?)
        }
        What::Private => format!("private[{:#x}]", 4 * index()?),
        What::Arguments => format!("`{name}`"),
        What::Buffers => return Err(format!("`{name}` is a whole buffer: change one of its words")),
    })
}

/// The variables of a container, from one on.
fn list(debugger: &Debugger, what: &What, start: usize, count: usize, hex: bool) -> Result<Vec<Variable>, String> {
    let lanes = debugger.wave().map_or(0, |(_, wave)| wave.registers.lanes());
    let word = |bytes: &[u8]| if hex { format!("{:#010x}", number(bytes)) } else { format!("{:#x}", number(bytes)) };
    let global = debugger.global();
    let by_lane = |name: String, expression: String| {
        let value = debugger.parse(&expression)?.brief(debugger.scope()?, Kind::Hex)?;
        let mut variable = Variable::new(name, value, Some(expression.clone()));
        variable.inside = Some((What::Lanes(expression), lanes as u64));
        Ok::<_, String>(variable)
    };
    Ok(match what {
        What::Scalars => {
            let scope = debugger.scope()?;
            let registers = debugger.registers(false).into_iter().skip(start).take(count);
            let text = |location| Kind::Hex.text(&crate::expression::words(scope.wave, location, 0));
            registers.map(|(name, location)| Variable::new(name.clone(), text(location), Some(name))).collect()
        }
        What::Vectors => {
            let registers = debugger.registers(true).into_iter().skip(start).take(count);
            registers.map(|(name, _)| by_lane(name.clone(), name)).collect::<Result<_, _>>()?
        }
        What::Private => {
            let words = debugger.wave().map_or(0, |(_, wave)| wave.private_bytes() / 4);
            let all = (0..words).skip(start).take(count.min(MOST_WORDS as usize));
            let variable = |index: u64| by_lane(format!("[{index}]"), format!("private[{:#x}]", 4 * index));
            all.map(variable).collect::<Result<_, _>>()?
        }
        What::Special => {
            let specials = debugger.specials().into_iter().skip(start).take(count);
            specials.map(|special| Variable::new(special.name.clone(), special.text(), Some(special.name))).collect()
        }
        What::Lanes(text) => {
            let expression = debugger.parse(text)?;
            let scope = debugger.scope()?;
            let exec = scope.wave.registers.exec();
            let variable = |lane: usize| {
                let value = match exec >> lane & 1 {
                    0 => INACTIVE.to_string(),
                    _ => expression.value(scope, lane).map_or_else(|error| error, |value: Found| value.text(Kind::Hex)),
                };
                let name = format!("[{lane}]");
                let expression = expression_of(debugger, what, &name).ok();
                Variable::new(name, value, expression)
            };
            (start..lanes).take(count).map(variable).collect()
        }
        What::Words(address, words) => {
            let words = (*words).min(MOST_WORDS) as usize;
            let start = start.min(words);
            let bytes = debugger.read_some(global, address + 4 * start as u64, 4 * count.min(words - start));
            let all = bytes.chunks_exact(4).enumerate();
            all.map(|(index, bytes)| {
                let name = format!("[{}]", start + index);
                let expression = expression_of(debugger, what, &name).ok();
                let mut variable = Variable::new(name, word(bytes), expression);
                variable.memory = Some(format!("{:#x}", address + 4 * (start + index) as u64));
                variable
            })
            .collect()
        }
        What::Workgroup => {
            let (group, _) = debugger.wave().ok_or("nothing runs")?;
            let all = group.lds.chunks_exact(4).enumerate().skip(start).take(count.min(MOST_WORDS as usize));
            all.map(|(index, bytes)| {
                let name = format!("[{index}]");
                let expression = expression_of(debugger, what, &name).ok();
                let mut variable = Variable::new(name, word(bytes), expression);
                variable.memory = Some(format!("{WORKGROUP}{:#x}", 4 * index));
                variable
            })
            .collect()
        }
        What::Buffers => {
            let buffers = debugger.buffers().iter().skip(start).take(count);
            buffers
                .map(|(name, buffer)| {
                    let value = format!("{} bytes at {:#x}", buffer.bytes, buffer.address);
                    let mut variable = Variable::new(name.clone(), value, Some(format!("`{name}`")));
                    variable.inside = Some((What::Words(buffer.address, buffer.bytes / 4), buffer.bytes / 4));
                    variable.memory = Some(format!("{:#x}", buffer.address));
                    variable
                })
                .collect()
        }
        What::Arguments => {
            let arguments = debugger.arguments().into_iter().skip(start).take(count);
            arguments
                .map(|argument| {
                    let bytes = debugger.read(global, argument.address, argument.bytes as usize).unwrap_or_default();
                    let digits: String = bytes.iter().rev().map(|byte| format!("{byte:02x}")).collect();
                    let value = format!("0x{}", digits.trim_start_matches('0'));
                    let value = if value == "0x" { "0x0".to_string() } else { value };
                    let pointer = (argument.bytes == 8).then(|| u64::from_str_radix(&digits, 16).ok()).flatten();
                    let buffer = debugger.buffers().iter().find(|(_, buffer)| Some(buffer.address) == pointer);
                    let mut variable =
                        Variable::new(argument.name.clone(), value, Some(format!("`{}`", argument.name)));
                    variable.memory = Some(format!("{:#x}", argument.address));
                    if let Some((name, buffer)) = buffer {
                        variable.value += &format!(" ({name})");
                        variable.inside = Some((What::Words(buffer.address, buffer.bytes / 4), buffer.bytes / 4));
                        variable.memory = Some(format!("{:#x}", buffer.address));
                    }
                    variable
                })
                .collect()
        }
    })
}

fn number(bytes: &[u8]) -> u32 {
    bytes.iter().rev().fold(0, |all, byte| all << 8 | u32::from(*byte))
}
