//! Whose code and which work-item an address and a lane belong to.

use crate::launch::setup::Launch;
use crate::machine::report::{SourceFrame, WorkItem};

/// The work-item in a lane of a wavefront; `None` for a lane without one.
pub(crate) fn work_item(launch: &Launch, workgroup: [u32; 3], wave: u32, lane: u32) -> Option<WorkItem> {
    let shape = launch.shape();
    let lanes = launch.entry().code().machine().lanes() as u32;
    let [width, height, depth] = shape.size_of(workgroup);
    let index = wave.checked_mul(lanes)?.checked_add(lane)?;
    let local = [index % width.max(1), index / width.max(1) % height.max(1), index / width.max(1) / height.max(1)];
    let first = |axis: usize| workgroup[axis] * shape.group[axis];
    (local[2] < depth).then(|| WorkItem { global: std::array::from_fn(|axis| first(axis) + local[axis]), local })
}

/// Its indices, as many as the grid has dimensions: `1808 (local 16)`, `5,3 (local 1,3)`.
pub(crate) fn item_text(launch: &Launch, item: &WorkItem) -> String {
    let used = usize::from(launch.shape().dimensions);
    let text = |indices: &[u32; 3]| indices[..used].iter().map(u32::to_string).collect::<Vec<_>>().join(",");
    format!("{} (local {})", text(&item.global), text(&item.local))
}

/// The functions around an address, the innermost first; empty without debug information.
pub(crate) fn frames(launch: &Launch, pc: u64) -> Vec<SourceFrame> {
    let frames = launch.entry().program().lines().frames(pc).into_iter();
    let frame = |frame: isatope_object::lines::Frame<'_>| SourceFrame {
        function: frame.function.map(str::to_string),
        file: frame.location.file.to_string(),
        line: frame.location.line,
        column: frame.location.column,
        inlined: frame.inlined,
    };
    frames.map(frame).collect()
}

/// Where inlined functions are called, the innermost first: a note for each.
pub(crate) fn inlined_calls(frames: &[SourceFrame]) -> impl Iterator<Item = String> {
    let name = |frame: &SourceFrame| frame.function.as_ref().map_or("a function".into(), |name| format!("`{name}`"));
    frames.windows(2).filter(|pair| pair[0].inlined).map(move |pair| {
        let SourceFrame { file, line, column, .. } = &pair[1];
        let column = if *column > 0 { format!(":{column}") } else { String::new() };
        format!("{} is inlined at {file}:{line}{column} in {}", name(&pair[0]), name(&pair[1]))
    })
}
