use std::collections::HashMap;
use isatope_core::{Decoder, Formatter, Target};
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let target = Target::from_name(&a[1]).unwrap();
    let bytes = std::fs::read(&a[2]).unwrap();
    let f = Formatter::new(target, target.arch().dialects[0]).unwrap();
    let mut m: HashMap<String, usize> = HashMap::new();
    let (mut steps, mut n) = (0, 0);
    for (_, i) in Decoder::new(target, &bytes).take(100000) {
        let Ok(i) = i else { continue };
        n += 1;
        let plain = f.plain(i.encoding()).holds(i.bits());
        f.parts(&i, plain, &mut |part, pieces, _| {
            steps += 1;
            let bad = !pieces.get().is_some_and(|p| p.len() <= 3 && pieces.bits() <= 12);
            let mut out = String::new();
            let t = f.write_part(&i, part, plain, &mut out).unwrap();
            if bad || t.varies { *m.entry(format!("{} {:?} {:?} varies {}", i.format().name, part, pieces.get(), t.varies)).or_default() += 1; }
        });
        if f.is_forced(&i) { *m.entry("force".into()).or_default() += 1; }
    }
    let mut v: Vec<_> = m.into_iter().collect();
    v.sort_by_key(|x| std::cmp::Reverse(x.1));
    println!("{n} {steps}");
    for (k, c) in v.iter().take(40) { println!("{c} {k}"); }
}
