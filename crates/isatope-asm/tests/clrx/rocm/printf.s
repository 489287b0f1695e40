.rocm
.gpu Fiji
.arch_minor 0
.arch_stepping 4
.eflags 3
.newbinfmt
.target "amdgcn-amd-amdhsa-amdgizcl-gfx800"
.md_version 1, 0
.printf 1, 4, 8, "x=%d y=%ld\n"
.printf ,"plain"
.kernel foo
    .config
        .dims xy
        .codeversion 1, 1
        .use_kernarg_segment_ptr
        .kernarg_segment_size 16
        .md_language "OpenCL C", 1, 2
        .arg a, "int*", 8, 8, globalbuf, int, global, default
        .arg n, "int", 4, 4, value, int
.text
foo:
.skip 256
s_endpgm
