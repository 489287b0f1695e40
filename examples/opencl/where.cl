#include "gpu.h"

// Each work-item writes what the header says about its place: 15 words.
__kernel void where(__global uint *out) {
    size_t item = (get_global_id(2) * get_global_size(1) + get_global_id(1)) * get_global_size(0) + get_global_id(0);
    __global uint *to = out + 15 * item;
    for (int d = 0; d < 3; d++) {
        to[5 * d] = get_global_id(d);
        to[5 * d + 1] = get_local_id(d);
        to[5 * d + 2] = get_group_id(d);
        to[5 * d + 3] = get_local_size(d);
        to[5 * d + 4] = get_num_groups(d);
    }
}

// The sum of the 128 numbers of each workgroup, with the barrier.
__kernel __attribute__((reqd_work_group_size(128, 1, 1))) void fold(__global uint *out, __global const uint *in) {
    __local uint part[128];
    uint l = get_local_id(0);
    part[l] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = 64; k > 0; k >>= 1) {
        if (l < k) part[l] += part[l + k];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (l == 0) out[get_group_id(0)] = part[0];
}
