#include "gpu.h"

// y[i] = a * x[i] for i < n
__kernel void scale(__global float *y, __global const float *x, float a, uint n) {
    uint i = get_global_id(0);
    if (i < n) y[i] = a * x[i];
}
