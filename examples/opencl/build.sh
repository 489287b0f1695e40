#!/bin/sh
# Compiles the kernels with clang-19 and lld-19 (`apt-get install clang-19 lld-19`): NAME.co for gfx900.
cd "$(dirname "$0")" || exit 1
for source in *.cl; do
    clang-19 -x cl -cl-std=CL2.0 -Xclang -finclude-default-header -target amdgcn-amd-amdhsa -mcpu=gfx900 -nogpulib -O2 -g \
        -fdebug-prefix-map="$PWD=." "$source" -o "${source%.cl}.co" || exit 1
done
