// Memory that is allocated after the code is loaded lies close to it: a program with a large file and a small kernel.
#include "check.h"

__device__ int table[40000] = {1, 2, 3};

__global__ void add(const int* in, int* out) { out[threadIdx.x] = in[threadIdx.x] + table[threadIdx.x]; }

int main() {
    int *in, *out, host[64];
    HIP(hipMalloc(&out, 256));
    HIP(hipMemset(out, 0, 256));
    add<<<1, 64>>>(out, out);
    HIP(hipMalloc(&in, 256));
    HIP(hipMemcpy(in, out, 256, hipMemcpyDeviceToDevice));
    add<<<1, 64>>>(in, out);
    HIP(hipMemcpy(host, out, 256, hipMemcpyDeviceToHost));
    CHECK(host[0] == 2 && host[2] == 6 && host[3] == 0);
    puts("OK");
}
