//! Selects kernels by their names.

use std::ops::Range;

use isatope_diag::{Diagnostic, codes};
use isatope_object::Container;
use isatope_object::functions::Functions;
use isatope_object::names::{self, NotFound, answers};
use isatope_object::patterns::is_pattern;

/// Names of kernels that an error lists.
const LISTED: usize = 10;

/// The kernels that a name or a pattern means, as indices of `symbols`: one for a name.
///
/// # Errors
/// Returns a message if none is meant, or a name means several.
pub(crate) fn kernels(symbols: &[&str], wanted: &str) -> Result<Vec<usize>, Box<Diagnostic>> {
    let error = |message: String| Box::new(Diagnostic::error(codes::NOT_IN_FILE, message));
    if is_pattern(wanted) {
        let found: Vec<usize> = (0..symbols.len()).filter(|&index| answers(symbols[index], wanted)).collect();
        return match found.is_empty() {
            true => Err(Box::new(error(format!("no kernel matches `{wanted}`")).help("`isatope objdump` lists them"))),
            false => Ok(found),
        };
    }
    match names::find_kernel(symbols, wanted) {
        Ok(found) => Ok(vec![found]),
        Err(NotFound::Ambiguous { candidates, .. }) => {
            let mut message = format!("`{wanted}` matches {} kernels", candidates.len());
            candidates.iter().take(LISTED).for_each(|name| message += &format!("\n  {name}"));
            let help = format!("give more of the name, or a pattern for all of them: `*{wanted}*`");
            Err(Box::new(error(message).help(help)))
        }
        Err(missing) => Err(error(missing.to_string())),
    }
}

/// The code of the kernels that a name or a pattern means: section and offsets. A function or label with exactly this
/// name precedes kernels with similar names.
///
/// # Errors
/// Returns a message if nothing is meant, or a name means several kernels.
pub(crate) fn code(container: &Container<'_>, wanted: &str) -> Result<Vec<(usize, Range<u64>)>, Box<Diagnostic>> {
    let with_code = container.kernels.iter().filter_map(|kernel| Some((kernel.name, kernel.code?)));
    let (symbols, places): (Vec<&str>, Vec<(usize, u64, u64)>) = with_code.unzip();
    if !symbols.contains(&wanted)
        && let Some(found) = Functions::new(container).named(wanted)
    {
        return Ok(vec![(found.section, found.start..found.end)]);
    }
    let found = kernels(&symbols, wanted)?;
    let code = |(section, start, end): (usize, u64, u64)| {
        // Some symbols have no size. Their code extends to the next one.
        let next = || Functions::new(container).at(section, start).map_or(end, |function| function.end);
        (section, start..if end > start { end } else { next() })
    };
    Ok(found.into_iter().map(|index| code(places[index])).collect())
}
