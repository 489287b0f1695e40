// What the kernels share: clang's builtins under OpenCL's names. There is no device library here.
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION __cl_clang_function_pointers : enable
#pragma OPENCL FP_CONTRACT OFF
#define LOCAL_ID(d) __builtin_amdgcn_workitem_id_##d()
#define GROUP_ID(d) __builtin_amdgcn_workgroup_id_##d()
#define GROUP_SIZE(d) __builtin_amdgcn_workgroup_size_##d()
#define GRID_SIZE(d) __builtin_amdgcn_grid_size_##d()
// What the host asked for, in the dispatch packet; a workgroup at the end of the grid may be smaller.
#define PACKET_SIZE(d) ((__constant const ushort *)__builtin_amdgcn_dispatch_ptr())[2 + d]
#define SIZED(n) __attribute__((amdgpu_flat_work_group_size(n, n)))
#define NOINLINE __attribute__((noinline)) static
#define BARRIER() do { __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup"); __builtin_amdgcn_s_barrier(); __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup"); } while (0)
