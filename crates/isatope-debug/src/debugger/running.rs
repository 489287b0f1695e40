//! Runs, steps and goes back.

use std::collections::{BTreeSet, VecDeque};

use isatope::FlowKind;
use isatope::emulator::{Edit, Pause, Session, State};

use super::{Debugger, Reason};
use crate::expression::Scope;
use crate::stops::{Focus, Hit, Stops, WaveId};

/// How far a step goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// An instruction of the wavefront that is looked at.
    Instruction,
    /// To the next instruction, through what it calls.
    Over,
    /// To another line of the source, into what it calls.
    Line,
    /// To another line of the source, through what it calls.
    LineOver,
    /// To the next straight piece of code.
    Block,
    /// To the next turn of another wavefront.
    Wave,
    /// Out of the function.
    Out,
}

impl Debugger {
    fn stops(&self, focus: Focus, leaving: bool) -> Stops {
        Stops::new(&self.breakpoints, focus, leaving, self.called().memories)
    }

    /// Why a stop counts; `None` if conditions say that it does not. `counts` is whether the hits are counted.
    fn accept(&mut self, hits: &[Hit], counts: bool) -> Option<Reason> {
        let (mut places, mut changes) = (Vec::new(), Vec::new());
        for hit in hits {
            let id = match hit {
                Hit::Focus => continue,
                Hit::Place(id) | Hit::Change(id, _) => *id,
            };
            let Some(index) = self.breakpoints.iter().position(|breakpoint| breakpoint.id == id) else { continue };
            if let Some((_, condition)) = &self.breakpoints[index].condition {
                let current = self.session.current();
                let scope = current.map(|(group, wave)| Scope { session: &self.session, group, wave });
                match scope.map(|scope| condition.holds(scope)) {
                    Some(Ok(true)) => {}
                    Some(Ok(false)) | None => continue,
                    Some(Err(what)) => return Some(Reason::Condition(id, what)),
                }
            }
            let breakpoint = &mut self.breakpoints[index];
            if counts {
                breakpoint.hits += 1;
                if breakpoint.ignored > 0 {
                    breakpoint.ignored -= 1;
                    continue;
                }
            }
            if breakpoint.log.is_some() {
                if counts {
                    self.log(index);
                }
                continue;
            }
            match hit {
                Hit::Change(_, what) => changes.push((id, what.clone())),
                _ => places.push(id),
            }
        }
        match () {
            () if !changes.is_empty() => Some(Reason::Change(changes)),
            () if !places.is_empty() => Some(Reason::Breakpoint(places)),
            () if hits.contains(&Hit::Focus) => Some(Reason::Step),
            () => None,
        }
    }

    /// Writes the message of a log point.
    fn log(&mut self, index: usize) {
        let (Some(message), Some((group, wave))) = (&self.breakpoints[index].log, self.session.current()) else {
            return;
        };
        let scope = Scope { session: &self.session, group, wave };
        let text = message.text(scope, self.lane, self.usual());
        (self.logger)(&text);
    }

    /// Why the run stops before its next instruction: a breakpoint that is there.
    fn here(&mut self) -> Option<Reason> {
        let current = self.session.current().map(|(_, wave)| wave.pc);
        let here = self.breakpoints.iter().filter(|b| b.enabled && b.is_at(current)).map(|b| Hit::Place(b.id));
        let here: Vec<Hit> = here.collect();
        self.accept(&here, true)
    }

    /// Why the run of a launch has ended.
    pub(super) fn ended(&self) -> Reason {
        match self.session.over() {
            Some(Pause::Fault(_)) => Reason::Fault,
            _ => Reason::Done,
        }
    }

    /// Runs until something stops it, or until so many steps. `renews` is whether breakpoints that are set meanwhile
    /// count.
    fn run(&mut self, until: Option<u64>, stops: &mut Stops, renews: bool) -> Pause {
        loop {
            let pause = match until {
                Some(until) => self.session.run_to(until, &mut [&mut *stops]),
                None => self.session.run(&mut [&mut *stops]),
            };
            let is_interrupted = pause == Pause::Break && stops.hits.is_empty();
            if !is_interrupted || !self.is_to_go_on() {
                return pause;
            }
            if renews {
                let old = std::mem::replace(stops, Stops::new(&[], Focus::Nowhere, false, &[]));
                *stops = old.renewed(&self.breakpoints);
            }
        }
    }

    /// Whether the run goes on after an interruption.
    fn is_to_go_on(&mut self) -> bool {
        let mut interruption: super::Interruption = std::mem::replace(&mut self.interruption, Box::new(|_| false));
        let goes_on = interruption(self);
        self.interruption = interruption;
        goes_on
    }

    /// Runs until a breakpoint, or where a focus is.
    fn go(&mut self, focus: &Focus) -> Reason {
        let mut leaving = true;
        loop {
            let mut stops = self.stops(focus.clone(), leaving);
            let pause = self.run(None, &mut stops, true);
            let over = matches!(pause, Pause::Done | Pause::Fault(_));
            // What the last instruction of all changed, nobody has been asked about.
            let hits = if over { std::mem::take(&mut stops.changes) } else { std::mem::take(&mut stops.hits) };
            if let Some(reason) = self.accept(&hits, true) {
                return reason;
            }
            match pause {
                Pause::Fault(_) => return Reason::Fault,
                Pause::Done => {
                    if !self.next_launch() {
                        return Reason::Done;
                    }
                    if !matches!(focus, Focus::Nowhere | Focus::AnyAt(_)) {
                        return Reason::Launch;
                    }
                    leaving = false;
                }
                _ if hits.is_empty() => return Reason::Interrupted,
                _ => leaving = true,
            }
        }
    }

    /// Starts the next launch; `false` after the last one.
    fn next_launch(&mut self) -> bool {
        let number = self.number + 1;
        let mut all = self.launches.iter().flat_map(|(launch, repeat)| std::iter::repeat_n(launch, *repeat as usize));
        let Some(launch) = all.nth(number).cloned() else { return false };
        let device = self.session.device().clone();
        // The session that ends takes what it has set up out of its own device.
        let old = std::mem::replace(&mut self.session, Session::new(device.clone(), launch.clone(), self.options));
        let device = old.end();
        self.session = Session::new(device, launch, self.options);
        self.number = number;
        true
    }

    fn stopped(&mut self, reason: Reason, follows: bool) -> &Reason {
        self.reason = reason;
        self.stepped = false;
        if follows || self.wave().is_none_or(|(_, wave)| wave.state == State::Ended) {
            self.follow();
        }
        &self.reason
    }

    /// Whether a reason is something else than the end of a step.
    fn interrupts(reason: &Reason) -> bool {
        *reason != Reason::Step
    }

    /// Runs until a breakpoint, a fault or the end.
    pub fn resume(&mut self) -> &Reason {
        let reason = self.go(&Focus::Nowhere);
        self.stopped(reason, true)
    }

    /// Like [`resume`](Self::resume), and stops before the first instruction as well if it has a breakpoint.
    pub fn begin(&mut self) -> &Reason {
        let reason = self.here().unwrap_or_else(|| self.go(&Focus::Nowhere));
        self.stopped(reason, true)
    }

    /// Runs until any wavefront is at one of some addresses, or a breakpoint.
    pub fn resume_to(&mut self, addresses: BTreeSet<u64>) -> &Reason {
        let reason = self.go(&Focus::AnyAt(addresses));
        self.stopped(reason, true)
    }

    /// Goes back to the last stop at a breakpoint or watchpoint before here, or to the beginning.
    pub fn resume_back(&mut self) -> &Reason {
        let reason = self.back_to(Focus::Nowhere, 1);
        self.stopped(reason, true)
    }

    /// Runs a step, so many times.
    pub fn step(&mut self, step: Step, count: u64) -> &Reason {
        let mut reason = Reason::Step;
        for _ in 0..count {
            reason = self.one(step);
            if Self::interrupts(&reason) {
                break;
            }
        }
        // The step of a wavefront stays with it.
        let follows = Self::interrupts(&reason) || step == Step::Wave;
        self.stopped(reason, follows);
        self.stepped = true;
        &self.reason
    }

    fn one(&mut self, step: Step) -> Reason {
        let Some(id) = self.alive() else { return self.over() };
        match step {
            Step::Instruction => self.instruction(id),
            Step::Over => self.over_call(id),
            Step::Line => self.line(id, false),
            Step::LineOver => self.line(id, true),
            Step::Block => {
                let leaders = self.code.leaders().clone();
                self.go(&Focus::At(id, leaders))
            }
            Step::Wave => self.go(&Focus::NotWave(id)),
            Step::Out => match self.session.calls(id.0, id.1).last().copied() {
                None => self.run_to_end(id),
                Some(call) => self.come_back(id, call.back),
            },
        }
    }

    /// The wavefront that is looked at, if it has not ended; else the one whose turn it is.
    fn alive(&self) -> Option<WaveId> {
        if self.session.over().is_some() {
            return None;
        }
        let selected = self.wave().filter(|(_, wave)| wave.state != State::Ended);
        let (group, wave) = selected.or_else(|| self.session.current())?;
        Some((group.id, wave.number))
    }

    fn over(&mut self) -> Reason {
        if self.session.over() == Some(&Pause::Done) && self.next_launch() {
            return Reason::Launch;
        }
        self.ended()
    }

    /// Runs one instruction of a wavefront. Others run before it if it is their turn.
    fn instruction(&mut self, id: WaveId) -> Reason {
        let current = self.session.current().map(|(group, wave)| (group.id, wave.number));
        if current != Some(id) {
            let reason = self.go(&Focus::Wave(id));
            if Self::interrupts(&reason) {
                return reason;
            }
        }
        let mut stops = self.stops(Focus::Nowhere, true);
        let steps = self.session.steps() + 1;
        let pause = self.run(Some(steps), &mut stops, true);
        if let Some(reason) = self.accept(&std::mem::take(&mut stops.changes), true) {
            return reason;
        }
        match pause {
            Pause::Done if self.launch_number().0 < self.launch_number().1 => self.over(),
            Pause::Done | Pause::Fault(_) => self.ended(),
            Pause::Break => Reason::Interrupted,
            // The next step leaves a breakpoint that is here.
            _ => match self.session.current().filter(|(group, wave)| (group.id, wave.number) == id) {
                Some(_) => self.here().unwrap_or(Reason::Step),
                None => Reason::Step,
            },
        }
    }

    fn next_of(&self, id: WaveId) -> Option<&isatope::emulator::Step> {
        let (_, wave) = self.find(id)?;
        self.session.launch().entry().code().block(wave.pc).ok()?.steps.first()
    }

    fn over_call(&mut self, id: WaveId) -> Reason {
        let next = self.next_of(id).filter(|step| step.instruction.flow().kind == FlowKind::Call).map(|step| step.next);
        let depth = self.session.calls(id.0, id.1).len();
        let reason = self.instruction(id);
        match next {
            Some(back) if !Self::interrupts(&reason) && self.session.calls(id.0, id.1).len() > depth => {
                self.come_back(id, back)
            }
            _ => reason,
        }
    }

    /// Runs until the innermost call of a wavefront has come back to an address.
    fn come_back(&mut self, id: WaveId, back: u64) -> Reason {
        let depth = self.session.calls(id.0, id.1).len();
        loop {
            let reason = self.go(&Focus::At(id, BTreeSet::from([back])));
            // Recursion comes to the same address with more calls.
            if Self::interrupts(&reason) || self.session.calls(id.0, id.1).len() < depth {
                return reason;
            }
        }
    }

    /// Runs until a wavefront has ended.
    fn run_to_end(&mut self, id: WaveId) -> Reason {
        loop {
            let reason = self.go(&Focus::NotWave(id));
            let has_ended = self.find(id).is_none_or(|(_, wave)| wave.state == State::Ended);
            if Self::interrupts(&reason) || has_ended {
                return reason;
            }
            let reason = self.go(&Focus::Wave(id));
            if Self::interrupts(&reason) {
                return reason;
            }
        }
    }

    fn line(&mut self, id: WaveId, over: bool) -> Reason {
        let line = |debugger: &Self| {
            let (_, wave) = debugger.find(id)?;
            let location = debugger.program().lines().location(wave.pc)?;
            Some((location.file.to_string(), location.line))
        };
        let from = line(self);
        loop {
            let reason = if over { self.over_call(id) } else { self.instruction(id) };
            if Self::interrupts(&reason) || from.is_none() {
                return reason;
            }
            if line(self).is_some_and(|now| now.1 != 0 && Some(now) != from) {
                return reason;
            }
        }
    }

    /// Goes back by so many instructions of the wavefront that is looked at, or of the one whose turn it was last.
    pub fn back(&mut self, count: u64) -> &Reason {
        let own = self.wave().map_or(0, |(_, wave)| wave.instructions);
        let (reason, follows) = match (self.selected, self.session.steps()) {
            (_, 0) => (Reason::Beginning, false),
            (Some(id), _) if own > 0 => (self.back_to(Focus::Wave(id), count.min(own)), false),
            // It has run nothing yet: what ran last was another one's.
            (_, steps) => {
                self.session.go_to(steps.saturating_sub(count));
                (Reason::Step, true)
            }
        };
        self.stopped(reason, follows)
    }

    /// Goes back to the beginning of the line of the source that the last instruction belongs to.
    pub fn back_line(&mut self) -> &Reason {
        let line = |debugger: &Self| {
            let (_, wave) = debugger.wave()?;
            let location = debugger.program().lines().location(wave.pc)?;
            Some((location.file.to_string(), location.line))
        };
        let mut reason = self.back(1).clone();
        let inside = line(self);
        while reason == Reason::Step && inside.is_some() {
            let steps = self.session.steps();
            reason = self.back(1).clone();
            if line(self) != inside {
                self.session.go_to(steps);
                reason = Reason::Step;
                break;
            }
        }
        self.stopped(reason, false)
    }

    /// Goes to the state after so many instructions of all wavefronts.
    pub fn go_to(&mut self, steps: u64) -> &Reason {
        self.session.go_to(steps);
        let reason = if self.session.over().is_some() { self.ended() } else { Reason::Step };
        self.stopped(reason, true)
    }

    /// Goes back to the `count`-th stop before here.
    fn back_to(&mut self, focus: Focus, count: u64) -> Reason {
        let end = self.session.steps();
        let (mut until, mut wanted) = (end, usize::try_from(count).unwrap_or(usize::MAX).max(1));
        let only_breaks = matches!(focus, Focus::Nowhere);
        while let Some(from) = self.session.kept_before(until) {
            self.session.go_to(from);
            // The last stops of this part.
            let mut found: VecDeque<(u64, Reason)> = VecDeque::new();
            let mut leaving = false;
            loop {
                let mut stops = match only_breaks {
                    true => self.stops(focus.clone(), leaving),
                    false => Stops::new(&[], focus.clone(), leaving, self.called().memories),
                };
                let pause = self.run(Some(until), &mut stops, only_breaks);
                let is_limit = stops.hits.is_empty();
                let hits = std::mem::take(if is_limit { &mut stops.changes } else { &mut stops.hits });
                let steps = self.session.steps();
                if steps < end
                    && let Some(reason) = self.accept(&hits, false)
                {
                    found.push_back((steps, reason));
                    if found.len() > wanted {
                        found.pop_front();
                    }
                }
                if is_limit {
                    if pause == Pause::Break {
                        return Reason::Interrupted;
                    }
                    break;
                }
                leaving = true;
            }
            if found.len() >= wanted
                && let Some((steps, reason)) = found.pop_front()
            {
                self.session.go_to(steps);
                return reason;
            }
            wanted -= found.len();
            until = from;
        }
        self.session.go_to(0);
        Reason::Beginning
    }

    /// Starts again with the first launch. Breakpoints stay, and their hits are counted anew; changes from outside are
    /// forgotten.
    pub fn restart(&mut self) -> &Reason {
        match self.initial.clone() {
            Some(device) if self.number > 0 => {
                self.session = Session::new(device, self.launches[0].0.clone(), self.options);
                self.number = 0;
            }
            _ => self.session.restart(),
        }
        for breakpoint in &mut self.breakpoints {
            breakpoint.hits = 0;
            breakpoint.ignored = breakpoint.ignored.max(breakpoint.skips);
        }
        self.stopped(Reason::Launch, true)
    }

    /// Changes the state from outside.
    ///
    /// # Errors
    /// It cannot be changed.
    pub fn edit(&mut self, edit: Edit) -> Result<(), String> {
        self.session.edit(edit).map_err(|error| error.to_string())
    }
}
