#!/bin/sh
# Makes judgement.co of judgement.s with LLVM 19; lines of the source are in it.
set -e
cd "$(dirname "$0")"
clang-19 -target amdgcn-amd-amdhsa -mcpu=gfx900 -x assembler -g -fdebug-compilation-dir=. -fuse-ld=lld-19 -o judgement.co judgement.s
