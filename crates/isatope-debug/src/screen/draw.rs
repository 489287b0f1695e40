//! Draws the screen.

use isatope::emulator::Location;
use isatope::emulator::watch::INACTIVE;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Paragraph};

use super::{KEYS, Screen, Shown};
use crate::count::counted;
use crate::expression::words_of;
use crate::kind::Kind;
use crate::stops::On;

/// Columns of the name of a register, and of a value with its mark.
const NAME: usize = 5;
const CELL: usize = 9;

fn dim() -> Style {
    Style::new().add_modifier(Modifier::DIM)
}

fn bold() -> Style {
    Style::new().add_modifier(Modifier::BOLD)
}

/// What a cell shows: its text, and whether it changed. Changed cells have a `*` after them.
fn cell(text: &str, changed: bool) -> Span<'static> {
    let text = format!("{text:>width$}{}", if changed { '*' } else { ' ' }, width = CELL - 1);
    let style = match text.trim() {
        INACTIVE => dim(),
        _ if changed => bold(),
        _ => Style::new(),
    };
    Span::styled(text, style)
}

impl Screen {
    /// Draws everything.
    pub fn draw(&self, frame: &mut Frame) {
        let rows = Layout::vertical([
            Constraint::Length(1),
            Constraint::Fill(1),
            Constraint::Length(1),
            Constraint::Length(1),
        ]);
        let [title, body, command, keys] = rows.areas(frame.area());
        let [top, middle, log] =
            Layout::vertical([Constraint::Fill(6), Constraint::Fill(3), Constraint::Fill(2)]).areas(body);
        let [code, registers] = Layout::horizontal([Constraint::Fill(1), Constraint::Fill(1)]).areas(top);
        let [waves, memory] = Layout::horizontal([Constraint::Fill(1), Constraint::Fill(1)]).areas(middle);
        self.draw_title(frame, title);
        self.draw_code(frame, code);
        self.draw_registers(frame, registers);
        self.draw_waves(frame, waves);
        self.draw_memory(frame, memory);
        self.draw_log(frame, log);
        match &self.command {
            Some(text) => {
                frame.render_widget(Paragraph::new(format!(":{text}")), command);
                let column = command.x + 1 + text.chars().count() as u16;
                frame.set_cursor_position((column.min(command.right().saturating_sub(1)), command.y));
            }
            None => frame.render_widget(
                Paragraph::new(Span::styled(
                    "`:` begins a command, `:help` lists them; arrows scroll the registers",
                    dim(),
                )),
                command,
            ),
        }
        let words = KEYS.iter().flat_map(|(key, what)| [Span::styled(*key, bold()), Span::raw(format!(" {what} "))]);
        frame.render_widget(Paragraph::new(Line::from_iter(words)), keys);
    }

    fn draw_title(&self, frame: &mut Frame, area: Rect) {
        let debugger = &self.debugger;
        let called = debugger.called().wave;
        let wave = debugger.wave().map_or(format!("no {called}"), |(group, wave)| {
            let [x, y, z] = group.id;
            let exec = wave.registers.exec();
            format!("{called} {x},{y},{z}:{} exec {exec:#x}", wave.number)
        });
        let launch = match debugger.launch_number() {
            (_, 1) => String::new(),
            (number, all) => format!(" (launch {number} of {all})"),
        };
        let name = debugger.session().launch().entry().name();
        let text = format!("{name}{launch}  {wave}  after {}", counted(debugger.session().steps(), "instruction"));
        frame.render_widget(Paragraph::new(Span::styled(text, Style::new().add_modifier(Modifier::REVERSED))), area);
    }

    fn draw_code(&self, frame: &mut Frame, area: Rect) {
        let debugger = &self.debugger;
        let block = Block::bordered().title("code");
        let height = usize::from(block.inner(area).height);
        let pc = debugger.wave().map(|(_, wave)| wave.pc);
        let around = pc.unwrap_or_else(|| debugger.session().launch().entry().address());
        let rows = debugger.code().around(around, -(height as i64 / 3), height);
        let mut lines = Vec::new();
        for address in rows.into_iter().flatten() {
            let row = debugger.code().row(debugger.session(), address);
            if let Some(label) = row.label {
                lines.push(Line::styled(format!("{label}:"), bold()));
            }
            let stops = debugger.breakpoints().iter().any(|breakpoint| {
                breakpoint.enabled && matches!(&breakpoint.on, On::Place(addresses) if addresses.contains(&address))
            });
            let is_next = Some(address) == pc;
            let mark = format!("{}{} ", if is_next { "=>" } else { "  " }, if stops { '*' } else { ' ' });
            let target = row.target.map_or(String::new(), |target| format!(" <{target}>"));
            let line = format!("{mark}{}{target}", row.text);
            lines.push(Line::styled(line, if is_next { bold() } else { Style::new() }));
        }
        // Labels take lines of their own: the next instruction stays in view.
        let at =
            lines.iter().position(|line| line.spans.iter().any(|span| span.content.starts_with("=>"))).unwrap_or(0);
        let skipped = at.saturating_sub(height.saturating_sub(2));
        let lines: Vec<Line> = lines.into_iter().skip(skipped).collect();
        frame.render_widget(Paragraph::new(lines).block(block), area);
    }

    /// The text of a register in a lane, and whether it changed since the last command.
    fn value(&self, location: Location, lane: usize) -> (String, bool) {
        let Some((group, wave)) = self.debugger.wave() else { return (String::new(), false) };
        let words = crate::expression::words(wave, location, lane);
        let old = self.before.as_ref().filter(|(id, _)| *id == (group.id, wave.number));
        let changed = old.is_some_and(|(_, old)| crate::expression::words(old, location, lane) != words);
        if location.per_lane && wave.registers.exec() >> lane & 1 == 0 {
            return (INACTIVE.to_string(), changed);
        }
        let kind = self.debugger.usual();
        let mut text = kind.text(&words);
        if kind == Kind::Hex {
            text = text.trim_start_matches("0x").to_string();
        }
        // What does not fit is cut visibly.
        if text.chars().count() > CELL - 1 {
            text = text.chars().take(CELL - 2).chain(['…']).collect();
        }
        (text, changed)
    }

    fn draw_registers(&self, frame: &mut Frame, area: Rect) {
        let inner = Block::bordered().inner(area);
        let (height, width) = (usize::from(inner.height), usize::from(inner.width));
        let (title, lines) = match self.shown {
            Shown::Special => ("special registers".to_string(), self.special_lines(height)),
            Shown::Scalars => ("scalar registers".to_string(), self.scalar_lines(height, width)),
            Shown::Vectors => self.vector_lines(height, width),
        };
        frame.render_widget(Paragraph::new(lines).block(Block::bordered().title(title)), area);
    }

    fn special_lines(&self, height: usize) -> Vec<Line<'static>> {
        let all = self.debugger.specials().into_iter().skip(self.first_register).take(height);
        all.map(|special| {
            let (_, changed) = self.value(special.location, 0);
            let text = format!("{:12} {}{}", special.name, special.text(), if changed { "*" } else { "" });
            Line::styled(text, if changed { bold() } else { Style::new() })
        })
        .collect()
    }

    fn scalar_lines(&self, height: usize, width: usize) -> Vec<Line<'static>> {
        let registers = self.debugger.registers(false);
        let columns = (width / (NAME + CELL)).max(1);
        let rows: Vec<_> = registers.chunks(columns).skip(self.first_register / columns).take(height).collect();
        let line = |row: &[(String, Location)]| {
            let cells = row.iter().flat_map(|(name, location)| {
                let (text, changed) = self.value(*location, 0);
                [Span::styled(format!("{name:<NAME$}"), dim()), cell(&text, changed)]
            });
            Line::from_iter(cells)
        };
        rows.into_iter().map(line).collect()
    }

    /// Registers down and lanes across, or transposed.
    fn vector_lines(&self, height: usize, width: usize) -> (String, Vec<Line<'static>>) {
        let lanes = self.debugger.session().device().target().lanes();
        let registers = self.debugger.registers(true);
        let columns = ((width.saturating_sub(NAME)) / CELL).max(1);
        let rows = height.saturating_sub(1);
        let across = if self.transposed { registers.len() } else { lanes };
        let first = if self.transposed { self.first_register } else { self.first_lane };
        let columns = first..across.min(first + columns);
        let down = if self.transposed { lanes } else { registers.len() };
        let first = if self.transposed { self.first_lane } else { self.first_register };
        let rows = first..down.min(first + rows);
        let lane_of = |row: usize, column: usize| if self.transposed { (column, row) } else { (row, column) };
        let name = |number: usize, is_lane: bool| match is_lane {
            true => format!("{number}"),
            false => registers.get(number).map_or(String::new(), |(name, _)| name.clone()),
        };
        let heads = columns.clone().map(|column| {
            Span::styled(format!("{:>width$} ", name(column, !self.transposed), width = CELL - 1), dim())
        });
        let mut lines = vec![Line::from_iter(std::iter::once(Span::raw(" ".repeat(NAME))).chain(heads))];
        for row in rows {
            let mut spans = vec![Span::styled(format!("{:<NAME$}", name(row, self.transposed)), dim())];
            for column in columns.clone() {
                let (register, lane) = lane_of(row, column);
                let (text, changed) =
                    registers.get(register).map_or_else(Default::default, |(_, l)| self.value(*l, lane));
                spans.push(cell(&text, changed));
            }
            lines.push(Line::from(spans));
        }
        let shown = if self.transposed { "lanes down" } else { "lanes across" };
        (format!("vector registers, {shown}"), lines)
    }

    fn draw_waves(&self, frame: &mut Frame, area: Rect) {
        let height = usize::from(Block::bordered().inner(area).height);
        let debugger = &self.debugger;
        let groups = debugger.session().workgroups().iter();
        let all: Vec<_> = groups.flat_map(|group| group.waves.iter().map(move |wave| (group, wave))).collect();
        let is_selected = |(group, wave): &(&isatope::emulator::Workgroup, &isatope::emulator::Wavefront)| {
            debugger.selected() == Some((group.id, wave.number))
        };
        let at = all.iter().position(is_selected).unwrap_or(0);
        let skipped = (at + 1).saturating_sub(height);
        let line = |one: &(&isatope::emulator::Workgroup, &isatope::emulator::Wavefront)| {
            let (group, wave) = *one;
            let [x, y, z] = group.id;
            let mark = if is_selected(one) { "=>" } else { "  " };
            let place = debugger.program().name_of(wave.pc).unwrap_or_else(|| format!("{:#x}", wave.pc));
            let state = match wave.state {
                isatope::emulator::State::Running => "",
                isatope::emulator::State::Ended => " ended",
                _ => " at a barrier",
            };
            Line::raw(format!("{mark} {x},{y},{z}:{} {place}{state}", wave.number))
        };
        let lines: Vec<Line> = all.iter().skip(skipped).take(height).map(line).collect();
        let title = format!("{}s", debugger.called().wave);
        frame.render_widget(Paragraph::new(lines).block(Block::bordered().title(title)), area);
    }

    fn draw_memory(&self, frame: &mut Frame, area: Rect) {
        let block = Block::bordered();
        let inner = block.inner(area);
        let Some((address, name)) = &self.memory else {
            frame.render_widget(block.title("memory"), area);
            return;
        };
        let columns = (usize::from(inner.width).saturating_sub(14) / CELL).max(1);
        let count = (4 * columns * usize::from(inner.height)).min(super::MEMORY);
        let bytes = self.debugger.read_some(self.debugger.global(), *address, count);
        let before = (self.memory_before.0 == *address).then_some(&self.memory_before.1);
        let rows = bytes.chunks(4 * columns).enumerate().map(|(row, bytes)| {
            let words = bytes.chunks_exact(4).enumerate().map(|(column, bytes)| {
                let word = words_of(bytes);
                let text = match self.debugger.usual() {
                    Kind::Hex => format!("{:08x}", word[0]),
                    kind => kind.text(&word),
                };
                let at = 4 * (row * columns + column);
                let old = before.and_then(|before| before.get(at..at + 4));
                cell(&text, old.is_some_and(|old| old != bytes))
            });
            let address = Span::styled(format!("{:<13x} ", address + (row * 4 * columns) as u64), dim());
            Line::from_iter(std::iter::once(address).chain(words))
        });
        let lines: Vec<Line> = rows.collect();
        frame.render_widget(Paragraph::new(lines).block(block.title(format!("memory: {name}"))), area);
    }

    fn draw_log(&self, frame: &mut Frame, area: Rect) {
        let height = usize::from(Block::bordered().inner(area).height);
        let skipped = self.log.len().saturating_sub(height);
        let lines: Vec<Line> = self.log.iter().skip(skipped).map(|line| Line::raw(line.clone())).collect();
        frame.render_widget(Paragraph::new(lines).block(Block::bordered().title("log")), area);
    }
}
