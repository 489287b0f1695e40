//! Lists the images in files, reading only headers: `cargo run -p isatope-object --example images FILE…`

use object::read::ReadCache;

fn main() -> std::io::Result<()> {
    for path in std::env::args().skip(1) {
        let started = std::time::Instant::now();
        let cache = ReadCache::new(std::fs::File::open(&path)?);
        match isatope_object::images::Images::find(&cache) {
            Err(error) => println!("{path}: {error}"),
            Ok(found) => {
                for image in &found.images {
                    let bundle = &found.bundles[image.bundle];
                    let at = bundle.offset + image.offset;
                    println!("{:4} {at:#12x} {:10} {} {}", image.bundle, image.size, image.target, image.entry);
                }
                let (bundles, images) = (found.bundles.len(), found.images.len());
                println!("{path}: {bundles} bundles, {images} images, {:?}", started.elapsed());
            }
        }
    }
    Ok(())
}
