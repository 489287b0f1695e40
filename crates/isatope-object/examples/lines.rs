//! Prints the functions and source lines of every STEP-th byte of code:
//! `cargo run -p isatope-object --example lines FILE STEP`.

use isatope_object::lines::Lines;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let (Some(path), Some(step)) = (args.next(), args.next()) else { return Err("FILE STEP".into()) };
    let bytes = std::fs::read(&path)?;
    let started = std::time::Instant::now();
    let container = isatope_object::open(&bytes)?;
    let loaded = container.load(0)?;
    eprintln!("loaded after {:?}", started.elapsed());
    let lines = Lines::read(&container, &loaded)?;
    eprintln!("read after {:?}", started.elapsed());
    for segment in loaded.segments.iter().filter(|s| s.executable) {
        for address in (segment.address..segment.address + segment.size).step_by(step.parse()?) {
            println!("{address:#x}");
            for frame in lines.frames(address) {
                let at = frame.location;
                println!("{}\n{}:{}:{}", frame.function.unwrap_or("??"), at.file, at.line, at.column);
            }
            println!();
        }
    }
    eprintln!("printed after {:?}", started.elapsed());
    Ok(())
}
