#!/bin/sh
# Assembles the kernels with LLVM.
cd "$(dirname "$0")" || exit 1
clang-19 -x assembler -target amdgcn-amd-amdhsa -mcpu=gfx900:xnack- -mcode-object-version=4 -c kernels.s -o kernels.o &&
    ld.lld-19 -shared kernels.o -o kernels.co
rm -f kernels.o
