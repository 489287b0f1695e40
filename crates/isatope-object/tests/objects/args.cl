#pragma OPENCL EXTENSION cl_khr_fp16 : enable
typedef struct { int a; float b; double c; } pair;
struct three { char c[3]; };
__constant int table[4] = {3, 1, 4, 1};
__kernel __attribute__((reqd_work_group_size(64,2,1))) void args(__global const float *restrict in, __global volatile uint *out, __local int *scratch, pair p, struct three t, char c, float4 v, __constant float *k, read_only image2d_t img, sampler_t smp, ulong n) {
  uint l = __builtin_amdgcn_workitem_id_x(), g = __builtin_amdgcn_workgroup_id_y() * 2 + __builtin_amdgcn_workitem_id_y();
  __local int fixed[5];
  fixed[l % 5] = l;
  __builtin_amdgcn_s_barrier();
  out[l] = in[g] + p.b + t.c[1] + c + v.x + k[n] + scratch[0] + table[g & 3] + fixed[g % 5];
}
__kernel void plain(__global int *a, char b, __global int *c) { volatile int s[9]; s[b] = *c; *a = s[*c] + b; }
__kernel void hidden(__global float *out, __local float *lds, float x) { out[__builtin_amdgcn_workitem_id_z()] = x + lds[1] + ((__constant int *)__builtin_amdgcn_implicitarg_ptr())[__builtin_amdgcn_workgroup_id_z()]; }
