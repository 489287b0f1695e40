//! Checks the code objects in files, and prints their findings and how long the checks took.
//!
//! `cargo run --release -p isatope --features check --example check_speed -- FILE… [TARGET…]`

use std::time::{Duration, Instant};

use isatope::check::{Checker, Code};
use isatope::{Error, Library, Target};

fn main() -> Result<(), Error> {
    let (files, targets): (Vec<String>, Vec<String>) =
        std::env::args().skip(1).partition(|argument| argument.parse::<Target>().is_err());
    let targets: Vec<Target> = targets.iter().filter_map(|name| name.parse().ok()).collect();
    let (mut instructions, mut images, mut findings) = (0, 0, 0);
    let (mut reading, mut checking) = (Duration::ZERO, Duration::ZERO);
    let mut checker = Checker::default();
    for file in &files {
        let library = Library::open(file)?;
        for image in library.images() {
            let Some(target) = image.target().filter(|target| targets.is_empty() || targets.contains(target)) else {
                continue;
            };
            let start = Instant::now();
            let container = isatope::container::open(image.bytes()?).map_err(isatope::ObjectError::from)?;
            let codes = Code::of_container(&container, target);
            reading += start.elapsed();
            images += 1;
            for code in &codes {
                instructions += code.program().items().len();
                let start = Instant::now();
                let found = code.check_with(&mut checker);
                checking += start.elapsed();
                findings += found.len();
                let messages = found.iter().map(|found| code.message(found, target.dialect()));
                messages.for_each(|message| println!("{file}, {}: {message:?}", image.name()));
            }
        }
    }
    let rate = |time: Duration| instructions as f64 / time.as_secs_f64() / 1e6;
    println!("{images} images, {instructions} instructions, {findings} findings");
    println!("checks: {checking:.2?}, {:.2} million instructions per second", rate(checking));
    println!("with reading: {:.2?}, {:.2} million", checking + reading, rate(checking + reading));
    Ok(())
}
