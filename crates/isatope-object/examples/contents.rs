//! Prints what containers hold: `cargo run -p isatope-object --example contents FILE…`

fn main() -> std::io::Result<()> {
    for path in std::env::args().skip(1) {
        let bytes = std::fs::read(&path)?;
        match isatope_object::open(&bytes) {
            Err(error) => println!("{path}: {error}"),
            Ok(c) => {
                println!("{path}: {} {:?} {:?}", c.kind.name(), c.kind, c.target);
                for (kernel, info) in c.kernels.iter().zip(c.launchable()) {
                    let descriptor = kernel.descriptor.map(|d| (d.kind, d.offset));
                    println!("  kernel {} {:x?} {descriptor:x?}", kernel.name, kernel.code);
                    match info {
                        Err(error) => println!("    {error}"),
                        Ok(info) => println!("    {info:?}"),
                    }
                }
            }
        }
    }
    Ok(())
}
