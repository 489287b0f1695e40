// Device `printf` and `malloc`: every line arrives once.
#include "check.h"

__global__ void print() { printf("line %d of %s\n", (int)(blockIdx.x * blockDim.x + threadIdx.x), "a kernel"); }

// More wavefronts than the device has room for at a time, each of which waits for the host three times.
__global__ void crowd() {
    if (threadIdx.x % 64 == 0) printf("wavefront %d\n", (int)(blockIdx.x * blockDim.x + threadIdx.x) / 64);
}

__global__ void allocate(int** out) {
    int* mine = (int*)malloc(64);
    if (mine) mine[0] = threadIdx.x, mine[15] = 3;
    out[threadIdx.x] = mine;
}

__global__ void release(int** in, int* sum) {
    if (in[threadIdx.x]) atomicAdd(sum, in[threadIdx.x][0] + in[threadIdx.x][15]);
    free(in[threadIdx.x]);
}

int main() {
    print<<<4, 128>>>();
    HIP(hipDeviceSynchronize());
    crowd<<<170, 1024>>>();
    HIP(hipDeviceSynchronize());
    int **pointers, *sum, result;
    HIP(hipMalloc(&pointers, 64 * sizeof(int*)));
    HIP(hipMalloc(&sum, 4));
    HIP(hipMemset(sum, 0, 4));
    allocate<<<1, 64>>>(pointers);
    release<<<1, 64>>>(pointers, sum);
    HIP(hipMemcpy(&result, sum, 4, hipMemcpyDeviceToHost));
    CHECK(result == 64 * 63 / 2 + 64 * 3);
    puts("OK");
}
