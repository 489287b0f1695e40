//! Counts the instructions of libraries by the unit that executes them.

use std::collections::BTreeMap;

use isatope::{Error, Library};

fn main() -> Result<(), Error> {
    for path in std::env::args().skip(1) {
        print!("{}", count(&path)?);
    }
    Ok(())
}

/// A line for each image of a file that has code for a supported target.
pub fn count(path: &str) -> Result<String, Error> {
    let mut out = String::new();
    for image in Library::open(path)?.images().filter(|image| image.target().is_some()) {
        let mut units = BTreeMap::new();
        for kernel in image.kernels()? {
            for (_, inst) in kernel.instructions()? {
                *units.entry(inst.unit().unwrap_or("other")).or_insert(0) += 1;
            }
        }
        let units: Vec<String> = units.iter().map(|(unit, count)| format!("{count} {unit}")).collect();
        out += &format!("{}: {}\n", image.name(), units.join(", "));
    }
    Ok(out)
}
