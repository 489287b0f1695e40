#!/bin/bash
# Compiles src/*.cl with clang-19 and lld-19: co/KERNEL-TARGET.co, and for gfx600 an object of the kind that Mesa's compilers leave, co/KERNEL-gfx600.o.
# Beside the target stands the version of the code object. `expected.py` makes data and manifests, `tests/tools/kernels.py` runs them.
cd "$(dirname "$0")" || exit 1
targets() {
    case $1 in
    flatpriv | index) echo gfx700:4 gfx803:4 gfx900:4 ;;
    dots) echo gfx906:6 ;;                                    # gfx900 has no such instructions
    halves | lanes) echo gfx803:5 gfx900:5 gfx906:6 ;;        # gfx7 has no halves, DPP or ds_bpermute
    calls | deep | records | wide) echo gfx700:4 gfx803:5 gfx900:5 gfx906:6 ;;     # the compiler cannot do them, or not without a linker, for gfx600
    *) echo gfx600:0 gfx700:4 gfx803:5 gfx900:5 gfx906:6 ;;
    esac
}
for source in src/*.cl; do
    kernel=$(basename "$source" .cl)
    for each in $(targets "$kernel"); do
        target=${each%:*} version=${each#*:}
        flags="-x cl -Xclang -finclude-default-header -cl-std=CL2.0 -mcpu=$target -nogpulib -O2 -DCODE_OBJECT=$version -Wno-everything"
        if [ "$target" = gfx600 ]; then
            clang-19 -target amdgcn-mesa-mesa3d $flags -c "$source" -o "co/$kernel-$target.o" || exit 1
        else
            clang-19 -target amdgcn-amd-amdhsa -mcode-object-version="$version" $flags "$source" -o "co/$kernel-$target.co" || exit 1
        fi
    done
done
