//! `.AMDGPU.config`: pairs of a register and its value, for drivers that set registers themselves.

use std::ops::Range;

/// Registers that compilers set, by address. The small numbers are not registers; they count spilled registers.
const REGISTERS: &[(u32, &str)] = &[
    (0x4, "spilled_sgprs"),
    (0x8, "spilled_vgprs"),
    (0xb028, "spi_shader_pgm_rsrc1_ps"),
    (0xb02c, "spi_shader_pgm_rsrc2_ps"),
    (0xb128, "spi_shader_pgm_rsrc1_vs"),
    (0xb12c, "spi_shader_pgm_rsrc2_vs"),
    (0xb228, "spi_shader_pgm_rsrc1_gs"),
    (0xb22c, "spi_shader_pgm_rsrc2_gs"),
    (0xb328, "spi_shader_pgm_rsrc1_es"),
    (0xb32c, "spi_shader_pgm_rsrc2_es"),
    (0xb428, "spi_shader_pgm_rsrc1_hs"),
    (0xb42c, "spi_shader_pgm_rsrc2_hs"),
    (0xb528, "spi_shader_pgm_rsrc1_ls"),
    (0xb52c, "spi_shader_pgm_rsrc2_ls"),
    (0xb848, "compute_pgm_rsrc1"),
    (0xb84c, "compute_pgm_rsrc2"),
    (0xb860, "compute_tmpring_size"),
    (0x286cc, "spi_ps_input_ena"),
    (0x286d0, "spi_ps_input_addr"),
    (0x286e8, "spi_tmpring_size"),
];

/// Name of the section.
pub const SECTION: &str = ".AMDGPU.config";

/// Name of the register at an address.
pub fn register_name(address: u32) -> Option<&'static str> {
    REGISTERS.iter().find(|r| r.0 == address).map(|r| r.1)
}

/// Registers and values of a section; `None` if it does not consist of pairs.
pub fn entries(data: &[u8]) -> Option<impl Iterator<Item = (u32, u32)> + '_> {
    let word = |pair: &[u8], at: usize| pair.get(at..at + 4)?.try_into().ok().map(u32::from_le_bytes);
    let pairs = data.len().is_multiple_of(8) && !data.is_empty();
    pairs.then(|| data.chunks_exact(8).filter_map(move |pair| Some((word(pair, 0)?, word(pair, 4)?))))
}

/// The tables of a section, one for each function of a compiler. A table starts where the settings of code (RSRC1) are.
pub fn tables(data: &[u8]) -> Vec<Range<usize>> {
    let is_start = |(address, _): (u32, u32)| register_name(address).is_some_and(|name| name.contains("pgm_rsrc1"));
    let pairs = (0..).step_by(8).zip(entries(data).into_iter().flatten());
    let mut starts: Vec<usize> = pairs.filter(|(_, pair)| is_start(*pair)).map(|(at, _)| at).collect();
    if let Some(first) = starts.first_mut() {
        *first = 0;
    }
    let ends: Vec<usize> = starts.iter().skip(1).copied().chain([data.len()]).collect();
    starts.into_iter().zip(ends).map(|(start, end)| start..end).collect()
}

/// Whether a table is one that LLVM writes for a function, which is no kernel: a function has the first register of
/// compute kernels, which is 0, or has no second one beside it. Shaders have the registers of their stage.
pub fn is_function(table: &[u8]) -> bool {
    const COMPUTE: [u32; 2] = [0xb848, 0xb84c];
    let value = |register: u32| entries(table)?.find(|(address, _)| *address == register).map(|(_, value)| value);
    match COMPUTE.map(value) {
        [None, _] => false,
        [_, None] => true,
        both => both == [Some(0); 2],
    }
}

/// Alignment of kernels and shaders in code of LLVM.
pub const ENTRY_ALIGNMENT: u64 = 256;

/// Most places that are compared to find an order.
const MOST_COMPARED: usize = 1 << 24;

/// What code that has a table may be.
#[derive(Clone, Copy, Debug)]
pub struct Code {
    /// A function, which is called.
    pub may_be_function: bool,
    /// A kernel or shader.
    pub may_be_entry: bool,
}

/// The sections of the code that tables describe, in the order of the tables. `sections` has the code of each section
/// in the order of addresses, and `functions` whether each table is one of a function. A compiler may go on in a
/// section that it left. If no order fits, it is that of the sections.
pub fn order(sections: &[Vec<Code>], functions: &[bool]) -> Vec<usize> {
    fitting(sections, functions).unwrap_or_else(|| {
        let all = sections.iter().enumerate();
        all.flat_map(|(section, codes)| std::iter::repeat_n(section, codes.len())).collect()
    })
}

/// The first order in which all code fits its table; earlier sections come first where they can.
fn fitting(sections: &[Vec<Code>], functions: &[bool]) -> Option<Vec<usize>> {
    let count = functions.len().min(sections.iter().map(Vec::len).sum());
    let (mut order, mut taken, mut from) = (Vec::with_capacity(count), vec![0; sections.len()], 0);
    let mut left = MOST_COMPARED;
    while order.len() < count {
        let fits = |code: &Code| if functions[order.len()] { code.may_be_function } else { code.may_be_entry };
        let next = (from..sections.len()).find(|&section| sections[section].get(taken[section]).is_some_and(fits));
        left = left.checked_sub(next.unwrap_or(sections.len()).saturating_sub(from) + 1)?;
        match next {
            Some(section) => {
                taken[section] += 1;
                order.push(section);
                from = 0;
            }
            None => {
                let last = order.pop()?;
                taken[last] -= 1;
                from = last + 1;
            }
        }
    }
    Some(order)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_follow_the_order_of_the_compiler() {
        let code = |may_be_function, may_be_entry| Code { may_be_function, may_be_entry };
        let (function, kernel, either) = (code(true, false), code(false, true), code(true, true));
        let sections = |list: &[&[Code]]| list.iter().map(|codes| codes.to_vec()).collect::<Vec<_>>();
        // A function in a section of its own comes before the kernel in `.text`, and between two kernels.
        assert_eq!(order(&sections(&[&[either], &[function]]), &[true, false]), [1, 0]);
        assert_eq!(order(&sections(&[&[kernel, kernel], &[function]]), &[false, true, false]), [0, 1, 0]);
        assert_eq!(order(&sections(&[&[either, either], &[function]]), &[true, true, false]), [0, 1, 0]);
        // The order of the sections, if it fits or if none does.
        assert_eq!(order(&sections(&[&[either], &[either]]), &[true, false]), [0, 1]);
        assert_eq!(order(&sections(&[&[function], &[function]]), &[true, false]), [0, 1]);
        // Fewer tables, and more of them.
        assert_eq!(order(&sections(&[&[kernel], &[function]]), &[true]), [1]);
        assert_eq!(order(&sections(&[&[kernel]]), &[false, true]), [0]);
        let many = sections(&[&[either; 40], &[either; 40]]);
        assert_eq!(order(&many, &[[true; 79].as_slice(), &[false]].concat()).len(), 80);
        // A search that would take too long.
        let none = sections(&[&[either; 40], &[either; 40], &[function]]);
        assert_eq!(order(&none, &[[true; 80].as_slice(), &[false]].concat()).len(), 81);
    }

    #[test]
    fn pairs_are_registers_and_values() {
        let data = [0x48, 0xb8, 0, 0, 0x40, 0, 0xac, 0, 4, 0, 0, 0, 0, 0, 0, 0];
        let found: Vec<_> = entries(&data).expect("pairs").collect();
        assert_eq!(found, [(0xb848, 0x00ac_0040), (4, 0)]);
        assert_eq!(register_name(0xb848), Some("compute_pgm_rsrc1"));
        assert!(entries(&data[..12]).is_none());
    }

    #[test]
    fn tables_have_different_sizes() {
        let pair = |register: u32, value: u32| [register.to_le_bytes(), value.to_le_bytes()].concat();
        // A function, a kernel, and a pixel shader, as LLVM 19 writes them.
        let function = [pair(0xb848, 0), pair(0xb84c, 0), pair(0xb860, 0), pair(4, 1), pair(8, 0)].concat();
        let kernel = [pair(0xb848, 0x00ac_0040), pair(0xb84c, 0x90), pair(0xb860, 0), pair(4, 0), pair(8, 0)].concat();
        let shader = [pair(0xb028, 0x41), pair(0x286e8, 0), pair(0x286cc, 2), pair(0x286d0, 2)].concat();
        let all = [function.clone(), shader, kernel.clone()].concat();
        assert_eq!(tables(&all), [0..40, 40..72, 72..112]);
        assert!(is_function(&function) && !is_function(&kernel));
        // A function and a small pixel shader of the conventions of graphics.
        let callee = [pair(0xb848, 0xc0), pair(0x286e8, 0), pair(4, 0), pair(8, 0)].concat();
        let small = [pair(0xb028, 0), pair(0x286e8, 0), pair(0xb02c, 0), pair(0x286cc, 1)].concat();
        assert!(is_function(&callee) && !is_function(&small));
        assert!(tables(&[]).is_empty());
    }
}
