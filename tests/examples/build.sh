#!/bin/bash
# Assembles and links the sources of ../../examples with clang-19 and lld-19: NAME.co. `tests/tests/examples.rs` compares them with our own words.
cd "$(dirname "$0")" || exit 1
for source in ../../examples/*.s; do
    target=$(sed -n 's/^\.amdgcn_target ".*--\(gfx[0-9a-f]*\)"/\1/p' "$source")
    clang-19 -target amdgcn-amd-amdhsa -mcpu="$target" -x assembler "$source" -Wl,--strip-debug -o "$(basename "$source" .s).co" || exit 1
done
