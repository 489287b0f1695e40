#!/bin/sh
# Makes faults.co of faults.s and inlined.co of inlined.cl with LLVM 19; lines of the sources are in them.
set -e
cd "$(dirname "$0")"
clang-19 -target amdgcn-amd-amdhsa -mcpu=gfx900 -x assembler -g -fdebug-compilation-dir=. -fuse-ld=lld-19 -o faults.co faults.s
clang-19 -target amdgcn-amd-amdhsa -mcpu=gfx900 -x cl -cl-std=CL2.0 -O2 -g -cl-kernel-arg-info -nogpulib -fdebug-compilation-dir=. -fuse-ld=lld-19 \
    -o inlined.co inlined.cl
