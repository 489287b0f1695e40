#!/bin/sh
# Compiles calls.cl with clang 19, and assembles the result with LLVM's assembler.
set -e
cd "$(dirname "$0")"
build() { # name, triple, processor, options
    clang-19 -target "$2" -mcpu="$3" $4 -x cl -cl-std=CL2.0 -Xclang -finclude-default-header -nogpulib \
        -fdebug-compilation-dir=/src -ffile-prefix-map="$(clang-19 -print-resource-dir)"=/clang -S -o "$1.s" calls.cl
    llvm-mc-19 -triple "$2" -mcpu="$3" -filetype=obj -o "$1.o" "$1.s"
}
build calls-gfx600 amdgcn-mesa-mesa3d gfx600 "-O0 -g"
build calls-gfx803 amdgcn-amd-amdhsa gfx803 "-O1 -gdwarf-4"
build calls-gfx900 amdgcn-amd-amdhsa gfx900 "-O2 -g"
build pal-gfx900 amdgcn-amd-amdpal gfx900 "-O1"
build mesa-gfx906 amdgcn-mesa-mesa3d gfx906 "-O1"
build bare-gfx906 amdgcn gfx906 "-O1"
# The compiler of ziglang 0.17.1 (PyPI) is clang 22.
zig clang -target amdgcn-amd-amdhsa -mcpu=gfx906 -O1 -x cl -cl-std=CL2.0 -Xclang -finclude-default-header -nogpulib \
    -I"$(clang-19 -print-resource-dir)/include" -S -o clang22-gfx906.s calls.cl
zig clang -cc1as -triple amdgcn-amd-amdhsa -target-cpu gfx906 -filetype obj -o clang22-gfx906.o clang22-gfx906.s
llc-19 -mcpu=gfx810 -o halves.s halves.ll
llvm-mc-19 -triple amdgcn-amd-amdhsa -mcpu=gfx810 -filetype=obj -o halves.o halves.s
for source in lines lines-4 sections labels groups types significant aliases named merged words relocated fields \
    order; do
    llvm-mc-19 -triple amdgcn-amd-amdhsa -mcpu=gfx900 -filetype=obj -o "$source.o" "$source.s"
done
# The last version of LLVM that writes metadata of version 2.
llvm-mc-14 -triple amdgcn-amd-amdhsa -mcpu=gfx803 --amdhsa-code-object-version=2 -filetype=obj -o old-metadata.o \
    old-metadata.s
for source in generated marked marked-inside; do
    llvm-mc-19 -g -fdebug-compilation-dir=/src -triple=amdgcn-amd-amdhsa -mcpu=gfx900 -filetype=obj "$source.s" \
        -o "$source.o"
done
units() { # name, options: assembly that a compiler of C++ writes, and objects
    for unit in 1 2; do
        clang-19 -target amdgcn-amd-amdhsa -mcpu=gfx900 -nogpulib -O1 -DUNIT="$unit" -fdebug-compilation-dir=/src $2 -S \
            -o "$1-$unit.s" units.cpp
        llvm-mc-19 -triple amdgcn-amd-amdhsa -mcpu=gfx900 -filetype=obj -o "$1-$unit.o" "$1-$unit.s"
    done
    ld.lld-19 -shared -o "$1.co" "$1-1.o" "$1-2.o"
}
units units "-fasynchronous-unwind-tables"
units units-types "-g -fdebug-types-section -ffunction-sections -fdata-sections"
llvm-mc-19 -triple amdgcn-amd-amdhsa -mcpu=gfx900 -filetype=obj -compress-debug-sections=zlib -o compressed.o units-types-1.s
ld.lld-19 -shared --compress-debug-sections=zlib -o compressed.co units-types-1.o units-types-2.o
for source in link-1 link-2 edges several-1 several-2 dead-1 dead-2 lists joined notes excluded members member-1 member-2 \
    member-3 member-4 member-5; do
    llvm-mc-19 -triple amdgcn-amd-amdhsa -mcpu=gfx900 -filetype=obj -o "$source.o" "$source.s"
done
ld.lld-19 -shared --no-undefined -o link.co link-1.o link-2.o
ld.lld-19 -shared --no-undefined -o edges.co edges.o
ld.lld-19 -shared --no-undefined -o lists.co lists.o
ld.lld-19 -shared -o joined.co joined.o
ld.lld-19 -shared -o several.co several-1.o several-2.o
ld.lld-19 -shared -o dead.co dead-1.o dead-2.o
llvm-mc-19 -triple amdgcn--amdpal -mcpu=gfx900 -filetype=obj -o stored.o stored.s
ld.lld-19 -shared -o stored.co stored.o
ld.lld-19 -shared -o merged.co merged.o
ld.lld-19 -shared --no-undefined -o notes.co notes.o
ld.lld-19 -shared --no-undefined -o excluded.co excluded.o
rm -f first.a second.a thin.a
llvm-ar-19 rcs first.a member-1.o member-2.o member-3.o
llvm-ar-19 rcs second.a member-4.o member-5.o
ld.lld-19 -shared --no-undefined -o members.co members.o first.a second.a
llvm-ar-19 rcsT thin.a member-1.o
probes() { # name, options: probes of blocks, with a section for each function
    clang-19 -target amdgcn-amd-amdhsa -mcpu=gfx906 $2 -fpseudo-probe-for-profiling -ffunction-sections -x cl \
        -cl-std=CL2.0 -Xclang -finclude-default-header -nogpulib -fdebug-compilation-dir=/src -S -o "$1.s" probes.cl
    llvm-mc-19 -triple amdgcn-amd-amdhsa -mcpu=gfx906 -filetype=obj -o "$1.o" "$1.s"
}
probes probes-0 "-O0"
probes probes-1 "-O1 -gline-tables-only"
probes probes-2 "-O2"
llvm-mc-19 -triple amdgcn-amd-amdhsa -mcpu=gfx906 -filetype=obj -o probes.o probes.s
# Flags of a linked file, or `error`, for objects of these processors and versions.
while read -r list; do
    objects=
    for one in $list; do
        printf '.amdgcn_target "amdgcn-amd-amdhsa--%s"\n.amdhsa_code_object_version %s\n.text\ns_endpgm\n' "${one%@*}" \
            "${one#*@}" | llvm-mc-19 -triple amdgcn-amd-amdhsa -mcpu="${one%%[:@]*}" -mattr="$(echo "$one" | sed -n \
            's/.*xnack\([-+]\).*/\1xnack,/p')$(echo "$one" | sed -n 's/.*sramecc\([-+]\).*/\1sramecc/p')" \
            -filetype=obj -o "$one.part"
        objects="$objects $one.part"
    done
    if ld.lld-19 -shared -o linked.part $objects 2>/dev/null; then
        flags=$(od -A n -t x4 -j 48 -N 4 linked.part | tr -d ' ')
    else
        flags=error
    fi
    printf '%s\t%s\n' "$list" "$flags"
    rm -f ./*.part
done > features.tsv <<'END'
gfx906@5 gfx906:xnack+@5
gfx906:xnack+@5 gfx906@5
gfx906:xnack-@5 gfx906@5
gfx906@5 gfx906:xnack-@5 gfx906:xnack-@5
gfx906:xnack+@5 gfx906:xnack-@5
gfx906@5 gfx906:xnack+@5 gfx906:xnack-@5
gfx906:xnack+@4 gfx906:sramecc-@4
gfx906:sramecc+@5 gfx906:sramecc-@5
gfx906:sramecc+:xnack-@6 gfx906@6
gfx900@5 gfx900:xnack+@5
gfx803@5 gfx803@5
gfx906@5 gfx906@4
gfx906@5 gfx906@6
gfx906@5 gfx900@5
gfx9-generic@6 gfx9-generic:xnack+@6
gfx9-generic@6 gfx900@6
END
rm link-1.o link-2.o edges.o several-1.o several-2.o dead-1.o dead-2.o lists.o joined.o units-types-1.s units-types-2.s \
    notes.o excluded.o members.o member-?.o
