//! Prints what containers hold: `cargo run -p isatope-object --example contents FILE…`

fn main() -> std::io::Result<()> {
    for path in std::env::args().skip(1) {
        let bytes = std::fs::read(&path)?;
        match isatope_object::open(&bytes) {
            Err(error) => println!("{path}: {error}"),
            Ok(c) => {
                println!("{path}: {} {:?} {:?}", c.kind.name(), c.kind, c.target);
                for kernel in &c.kernels {
                    let descriptor = kernel.descriptor.map(|d| (d.kind, d.offset));
                    println!(
                        "  kernel {} {:x?} {descriptor:x?} metadata {}",
                        kernel.name,
                        kernel.code,
                        kernel.metadata.is_some()
                    );
                }
            }
        }
    }
    Ok(())
}
