//! How fast lines are assembled, on a mix of vector instructions in both dialects.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use isatope_asm::{Assembler, Options, Output};
use isatope_core::Target;

/// Lines of gcn1.2 as people and compilers write them: short and long forms, modifiers, literals, 64-bit operands.
const CLRX: &str = "\
v_mov_b32       v1, v0
v_add_f32       v1, v2, v3
v_lshlrev_b32   v6, 4, v6
v_and_b32       v1, 0xffff, v2
v_bfe_u32       v0, v1, 8, 4
v_mad_f32       v4, v7, v1, v4
v_add_f32       v55, s27, v90 mul:2
v_cmp_lt_u32    vcc, v1, v2
v_cmp_eq_u32    s[6:7], v0, v2
v_cndmask_b32   v0, v2, v1, vcc
v_fma_f64       v[0:1], -v[2:3], |v[4:5]|, v[6:7] clamp
v_cvt_f32_u32   v2, v2
";

/// The same, as LLVM writes them.
const LLVM: &str = "\
v_mov_b32_e32 v1, v0
v_add_f32_e32 v1, v2, v3
v_lshlrev_b32_e32 v6, 4, v6
v_and_b32_e32 v1, 0xffff, v2
v_bfe_u32 v0, v1, 8, 4
v_mad_f32 v4, v7, v1, v4
v_add_f32_e64 v55, s27, v90 mul:2
v_cmp_lt_u32_e32 vcc, v1, v2
v_cmp_eq_u32_e64 s[6:7], v0, v2
v_cndmask_b32_e32 v0, v2, v1, vcc
v_fma_f64 v[0:1], -v[2:3], |v[4:5]|, v[6:7] clamp
v_cvt_f32_u32_e32 v2, v2
";

fn bench(c: &mut Criterion) {
    let target = Target::from_name("gfx803").expect("known");
    let mut group = c.benchmark_group("gcn1.2");
    for (dialect, lines) in [("clrx", CLRX), ("llvm", LLVM)] {
        let assembler = Assembler::new(target, dialect, Options::default()).expect("known");
        let text = lines.repeat(256);
        let mut output = Output::default();
        assembler.assemble_into(&text, &mut output);
        assert!(!output.failed(), "{:?}", output.diagnostics.first());
        group.throughput(Throughput::Elements(output.items.len() as u64));
        group.bench_function(format!("assemble {dialect}"), |b| {
            b.iter(|| {
                output.clear();
                assembler.assemble_into(black_box(&text), &mut output);
                output.items.len()
            });
        });
    }
    group.finish();
}

criterion_group!(benches, bench);
criterion_main!(benches);
