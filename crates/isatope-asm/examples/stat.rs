//! x
use isatope_core::{Decoder, Target, tables::LEAF};
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let target = Target::from_name(&a[1]).unwrap();
    let bytes = std::fs::read(&a[2]).unwrap();
    let arch = target.arch();
    println!(
        "nodes {} entries {} maps {} keys {}",
        arch.nodes.len(),
        arch.entries.len(),
        arch.maps.len(),
        arch.keys.len()
    );
    let root = &target.version_info().root;
    println!("root {} {:x}", root.low, root.mask);
    let mut h = [0; 10];
    let mut by = std::collections::HashMap::new();
    for (_, i) in Decoder::new(target, &bytes).take(100000) {
        let Ok(i) = i else { continue };
        let word = i.bits();
        let mut entry = root.entries[usize::from((word >> root.low) as u16 & root.mask)];
        let mut d = 0;
        let mut path = String::new();
        while entry & LEAF == 0 {
            let node = &arch.nodes[usize::from(entry)];
            let ((low, mask), (second, choice)) = (node.first, node.second);
            path += &format!(" ({low},{mask:x})({second},{choice:x})");
            let class = arch.maps[usize::from(node.map) + usize::from((word >> second) as u16 & choice)];
            let row = usize::from((word >> low) as u16 & mask) * usize::from(node.classes);
            entry = arch.entries[node.base as usize + row + usize::from(class)];
            d += 1;
        }
        h[d] += 1;
        *by.entry(format!("{} {path}", i.format().name)).or_insert(0) += 1;
    }
    println!("{h:?}");
    let mut v: Vec<_> = by.into_iter().collect();
    v.sort_by_key(|x| std::cmp::Reverse(x.1));
    for x in v.iter().take(30) {
        println!("{x:?}");
    }
}
