#!/bin/sh
# Makes the code objects with clang 19 (and the device libraries of ROCm 5.2 for images and texels), and the text that
# kernels have to print with the C library of this machine.
set -e
cd "$(dirname "$0")"
libraries=${DEVICE_LIBRARIES:-/usr/lib/x86_64-linux-gnu/amdgcn/bitcode}
# compile SOURCE TARGET VERSION MORE…
compile() {
    source=$1 target=$2 version=$3
    shift 3
    clang-19 -x cl -cl-std=CL2.0 -target amdgcn-amd-amdhsa -mcpu="$target" -mcode-object-version="$version" \
        -D__AMDGCN_CODE_OBJECT__="$version" -nogpulib "$@" -o "$source-$target.co" "$source.cl"
}
for build in gfx900:4 gfx803:5; do
    target=${build%:*} version=${build#*:}
    compile printf "$target" "$version" -O2 -Xclang -finclude-default-header
    linked=
    for name in opencl ockl ocml "oclc_isa_version_${target#gfx}" "oclc_abi_version_${version}00" oclc_wavefrontsize64_on \
        oclc_unsafe_math_off oclc_finite_only_off oclc_daz_opt_off oclc_correctly_rounded_sqrt_on; do
        linked="$linked -Xclang -mlink-builtin-bitcode -Xclang $libraries/$name.bc"
    done
    # shellcheck disable=SC2086
    compile image "$target" "$version" -O2 -Xclang -finclude-default-header $linked
    # shellcheck disable=SC2086
    compile texels "$target" "$version" -O2 -Xclang -finclude-default-header $linked
done
compile kernels gfx900 4 -O2
compile recursion gfx900 4 -O0
made=$(mktemp -d)
trap 'rm -r "$made"' EXIT
cc -w -o "$made/expected" expected.c
"$made/expected" report > report.txt
"$made/expected" vectors > vectors.txt
