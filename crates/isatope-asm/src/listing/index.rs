//! Finds the contents of the sections of a container.

use foldhash::{HashSet, HashSetExt as _};
use isatope_object::{Container, Descriptor, Kernel, Note, Relocation, SymbolKind};
use object::elf::STV_DEFAULT;

use super::descriptor;

/// Contents by section, so that no section needs a search through all of them.
pub(super) struct Index<'c, 'a> {
    /// Indices of symbols, by their places.
    pub(super) symbols: Vec<Vec<u32>>,
    pub(super) relocations: Vec<Vec<&'c Relocation<'a>>>,
    pub(super) notes: Vec<Vec<&'c Note<'a>>>,
    pub(super) kernels: Vec<Vec<(&'c Kernel<'a>, Descriptor<'a>)>>,
    /// Names of kernels whose descriptors are blocks and have the default visibility.
    pub(super) open: HashSet<&'c str>,
    /// Names of kernels.
    pub(super) kernel_names: HashSet<&'c str>,
    /// Names of kernels for which, or for whose descriptors, there are several symbols.
    pub(super) repeated: HashSet<&'c str>,
}

impl<'c, 'a> Index<'c, 'a> {
    /// Sorts the contents of a container.
    pub(super) fn new(container: &'c Container<'a>) -> Self {
        fn by_section<T>(count: usize, all: impl Iterator<Item = (usize, T)>) -> Vec<Vec<T>> {
            let mut lists: Vec<Vec<T>> = std::iter::repeat_with(Vec::new).take(count).collect();
            for (section, item) in all {
                if let Some(list) = lists.get_mut(section) {
                    list.push(item);
                }
            }
            lists
        }
        let count = container.sections.len();
        let described = |k: &'c Kernel<'a>| k.descriptor.map(|d| (d.section, (k, d)));
        let has_block = |kernel: &&Kernel<'_>| kernel.descriptor.is_some_and(|found| descriptor::can_be_block(&found));
        let blocks: HashSet<&str> = container.kernels.iter().filter(has_block).map(|kernel| kernel.name).collect();
        let open = container.symbols.iter().filter(|symbol| symbol.visibility == STV_DEFAULT);
        let open = open.filter_map(|symbol| symbol.name.strip_suffix(".kd"));
        let mut index = Self {
            symbols: by_section(count, (0..).zip(&container.symbols).filter_map(|(i, s)| Some((s.section?, i)))),
            relocations: by_section(count, container.relocations.iter().map(|r| (r.section, r))),
            notes: by_section(count, container.notes.iter().map(|n| (n.section, n))),
            kernels: by_section(count, container.kernels.iter().filter_map(described)),
            open: open.filter(|name| blocks.contains(name)).collect(),
            kernel_names: container.kernels.iter().map(|kernel| kernel.name).collect(),
            repeated: HashSet::new(),
        };
        let kernels = &index.kernel_names;
        let mut known = HashSet::new();
        for symbol in container.symbols.iter().filter(|_| !kernels.is_empty()) {
            let name = symbol.name.strip_suffix(".kd").unwrap_or(symbol.name);
            if let Some(name) = kernels.get(name).filter(|_| !known.insert(symbol.name)) {
                index.repeated.insert(name);
            }
        }
        index
            .symbols
            .iter_mut()
            .for_each(|list| list.sort_unstable_by_key(|&i| (container.symbols[i as usize].value, i)));
        index
    }

    /// For each symbol whether one of the same name is shown before it.
    pub(super) fn again(&self, container: &Container<'_>, shows: impl Fn(usize) -> bool) -> Vec<bool> {
        let symbol = |i: u32| &container.symbols[i as usize];
        let shown = self.symbols.iter().enumerate().filter(|(n, _)| container.sections[*n].sh_type != 0 && shows(*n));
        let all = shown.flat_map(|(_, list)| list.iter().copied());
        let mut all: Vec<u32> = all.filter(|&i| symbol(i).kind != SymbolKind::Section).collect();
        // In the order of the listing among those of one name.
        all.sort_by_key(|&i| symbol(i).name);
        let mut again = vec![false; container.symbols.len()];
        for pair in all.windows(2) {
            again[pair[1] as usize] = symbol(pair[0]).name == symbol(pair[1]).name;
        }
        again
    }
}
