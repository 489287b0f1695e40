#!/bin/bash
# Compiles src/*.cl for gfx700, gfx803 and gfx900 with clang-19 and lld-19: co/KERNEL-TARGET.co. `tests/tools/kernels.py` runs them.
cd "$(dirname "$0")" || exit 1
for source in src/*.cl; do
    kernel=$(basename "$source" .cl)
    for target in gfx700 gfx803 gfx900; do
        clang-19 -x cl -Xclang -finclude-default-header -cl-std=CL2.0 -target amdgcn-amd-amdhsa -mcpu=$target -nogpulib -O2 \
            -mcode-object-version=4 "$source" -o "co/$kernel-$target.co" || exit 1
    done
done
