// OpenCL C without a device library: what kernels ask about their place, from clang's builtins.
//
// Include it in front of a kernel and compile with `-nogpulib`. It works for every version of code objects, since clang takes sizes from
// where the version has them. Math functions of OpenCL need a library; clang's builtins (`__builtin_fmaf`, `__builtin_amdgcn_rcpf`) do
// not.
#pragma once

// Dimension `d` is 0, 1 or 2.
#define GPU_OF(d, name) \
    ((d) == 0 ? __builtin_amdgcn_##name##_x() : (d) == 1 ? __builtin_amdgcn_##name##_y() : __builtin_amdgcn_##name##_z())

#define get_local_id(d) ((size_t)GPU_OF(d, workitem_id))
#define get_group_id(d) ((size_t)GPU_OF(d, workgroup_id))
#define get_local_size(d) ((size_t)GPU_OF(d, workgroup_size))
#define get_global_size(d) ((size_t)GPU_OF(d, grid_size))
#define get_global_id(d) (get_group_id(d) * get_local_size(d) + get_local_id(d))
#define get_num_groups(d) ((get_global_size(d) + get_local_size(d) - 1) / get_local_size(d))

// The barrier of a workgroup, with memory in order: LDS and global memory alike.
#define barrier(flags)                                     \
    do {                                                   \
        __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup"); \
        __builtin_amdgcn_s_barrier();                      \
        __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup"); \
    } while (0)
