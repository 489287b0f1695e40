//! Lists long code without labels with two threads.
//!
//! First both find out where branches lead, a stretch at a time. Then they list pieces of the code, whose texts are
//! written in order.

use std::io;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, mpsc};

use super::branches::Search;
use super::code::{Code, PIECE, Targets};
use super::printer::Printer;
use super::text::{Sink, Text};

/// Bytes of code that are looked at at a time.
const STRETCH: usize = 256 << 10;

/// Bytes that are read ahead of a place to find out whether an instruction starts there.
const RUN_UP: usize = 1 << 10;

/// Texts that wait to be written, at most.
const AHEAD: usize = 6;

/// Bytes of text for a byte of code, mostly at most.
const USUAL: usize = 10;

impl Code<'_> {
    /// Lists a part of the code, and says where branches lead.
    pub(super) fn write_by_two(
        &self,
        range: Range<usize>,
        printer: &mut Printer,
        sink: &mut Sink<'_>,
    ) -> io::Result<Targets> {
        let (mut targets, mut pieces) = self.survey(range.clone(), &mut printer.search);
        self.find_zeros(&range, &mut targets);
        // Padding is one line: no piece starts inside.
        pieces.retain(|piece| !targets.is_padding(*piece) && !self.is_among_zeros(*piece));
        self.pieces(&pieces, range.end, &targets, printer, sink)?;
        Ok(targets)
    }

    /// Finds where branches lead and where the pieces start.
    fn survey(&self, range: Range<usize>, search: &mut Search) -> (Targets, Vec<usize>) {
        let all_alike = self.target.version_info().lengths.is_none() && range.start.is_multiple_of(self.word());
        if all_alike && search.is_idle() {
            return (Targets::default(), range.step_by(PIECE).collect());
        }
        let count = range.len().div_ceil(STRETCH);
        let next = AtomicUsize::new(0);
        let start = |number: usize| match range.start + number * STRETCH {
            at if number > 0 => self.resume_at(range.start, at.min(range.end), range.end),
            at => at,
        };
        let looks = |search: &mut Search| {
            let (mut targets, mut found) = (Targets::default(), Vec::new());
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= count {
                    return (targets, found);
                }
                found.push(self.look(start(number)..start(number + 1), range.end, search, &mut targets));
            }
        };
        let (mut targets, mut found) = std::thread::scope(|scope| {
            let mut others = search.clone();
            let other = scope.spawn(move || looks(&mut others));
            let (mut targets, mut found) = looks(search);
            if let Ok((more, others)) = other.join() {
                targets.join(&more);
                found.extend(others);
            }
            (targets, found)
        });
        found.sort_unstable_by_key(|stretch| stretch.range.start);
        // Where instructions start in the middle is known for sure only when all before it is.
        let end = found.iter().try_fold(range.start, |at, s| (s.range.start == at).then_some(s.range.end));
        if end.is_none_or(|end| end < range.end) {
            targets = Targets::default();
            found = vec![self.look(range.clone(), range.end, search, &mut targets)];
        }
        (targets, found.into_iter().flat_map(|stretch| stretch.pieces).collect())
    }

    /// A place from `at` on where an instruction starts, most likely: reading finds its way within a few instructions.
    fn resume_at(&self, start: usize, at: usize, end: usize) -> usize {
        let mut place = at.saturating_sub(RUN_UP).max(start) / 4 * 4;
        while place < at {
            place += self.step(place, end).1;
        }
        place.min(end)
    }

    /// Lists pieces with a second thread; their texts are written in order. A free thread takes the next piece.
    fn pieces(
        &self,
        starts: &[usize],
        end: usize,
        targets: &Targets,
        printer: &mut Printer,
        sink: &mut Sink<'_>,
    ) -> io::Result<()> {
        let next = AtomicUsize::new(0);
        let used = Mutex::new(Vec::new());
        let take = || {
            let piece = next.fetch_add(1, Ordering::Relaxed);
            let start = *starts.get(piece)?;
            let until = starts.get(piece + 1).copied().unwrap_or(end);
            let text = used.lock().ok().and_then(|mut list: MutexGuard<'_, Vec<Text>>| list.pop());
            Some((piece, start..until, text.unwrap_or_else(|| Text::with_room(USUAL * PIECE))))
        };
        let (send, receive) = mpsc::sync_channel(AHEAD);
        let mut others = printer.clone();
        std::thread::scope(|scope| {
            // It goes with the closure: when the file takes no more, the other thread cannot send any more either, and
            // ends.
            let receive = receive;
            scope.spawn(move || {
                while let Some((piece, range, mut text)) = take() {
                    self.lines(range, end, targets, &mut others, &mut text);
                    if send.send((piece, text)).is_err() {
                        return;
                    }
                }
            });
            let mut done: Vec<(usize, Text)> = Vec::new();
            let mut turn = 0;
            while turn < starts.len() {
                if let Some(i) = done.iter().position(|d| d.0 == turn) {
                    let (_, mut text) = done.swap_remove(i);
                    sink.append(&text)?;
                    text.clear();
                    used.lock().iter_mut().for_each(|list| list.push(std::mem::take(&mut text)));
                    turn += 1;
                } else if let Ok(theirs) = receive.try_recv() {
                    done.push(theirs);
                } else if let Some((piece, range, mut text)) = if done.len() < AHEAD { take() } else { None } {
                    self.lines(range, end, targets, printer, &mut text);
                    done.push((piece, text));
                } else {
                    let Ok(theirs) = receive.recv() else { return Err(io::Error::other("a thread ended early")) };
                    done.push(theirs);
                }
            }
            Ok(())
        })
    }
}
