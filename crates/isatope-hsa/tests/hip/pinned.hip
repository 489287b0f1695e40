// The host writes a part of pinned memory while kernels use another part.
#include "check.h"

__global__ void work_and_tell(int* out, int* shared, int rounds) {
    if (threadIdx.x == 0) atomicAdd_system(shared + 1, 1);
    int sum = 0;
    for (int i = 0; i < rounds; i++) sum = sum * 3 + *(volatile int*)shared;
    out[threadIdx.x] = sum;
    shared[64 + threadIdx.x] = sum;
}

__global__ void work(int* out, int* shared) {
    out[threadIdx.x] += shared[0];
    shared[128 + threadIdx.x] = out[threadIdx.x];
}

int main() {
    int *out, *shared, host[64], expected = 0;
    HIP(hipMalloc(&out, 256));
    HIP(hipMemset(out, 0, 256));
    HIP(hipHostMalloc((void**)&shared, 4096));
    memset(shared, 0, 4096);
    shared[0] = 7;
    HIP(hipDeviceSynchronize());
    work_and_tell<<<1, 64>>>(out, shared, 100000);
    while (!__atomic_load_n(shared + 1, __ATOMIC_ACQUIRE)) {}
    for (int i = 192; i < 1024; i++) shared[i] = i;
    HIP(hipDeviceSynchronize());
    work<<<1, 64>>>(out, shared);
    HIP(hipMemcpy(host, out, 256, hipMemcpyDeviceToHost));
    for (int i = 0; i < 100000; i++) expected = int(unsigned(expected) * 3 + 7);
    for (int i = 0; i < 64; i++) {
        CHECK(shared[64 + i] == expected);
        CHECK(host[i] == int(unsigned(expected) + 7) && shared[128 + i] == host[i]);
    }
    for (int i = 192; i < 1024; i++) CHECK(shared[i] == i);
    puts("OK");
}
