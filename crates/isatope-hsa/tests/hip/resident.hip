// As many workgroups wait for each other as the runtime says that the device has room for.
#include "check.h"
#include <hip/hip_cooperative_groups.h>
#include <vector>

extern __shared__ int dynamic[];

__global__ void meet(int* count, int* seen) {
    if (threadIdx.x == 0) dynamic[0] = atomicAdd(count, 1);
    cooperative_groups::this_grid().sync();
    if (threadIdx.x == 0) seen[blockIdx.x] = __hip_atomic_load(count, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
}

// A barrier of the program itself.
__global__ void spin(int* count, int blocks) {
    if (threadIdx.x == 0) {
        atomicAdd(count, 1);
        while (atomicAdd(count, 0) < blocks) {}
    }
    __syncthreads();
}

int main() {
    int units, *count, *seen;
    HIP(hipDeviceGetAttribute(&units, hipDeviceAttributeMultiprocessorCount, 0));
    HIP(hipMalloc(&count, 4));
    HIP(hipMalloc(&seen, 4096 * 4));
    for (int threads : {64, 192, 1024}) {
        for (int bytes : {4, 20000}) {
            int of_unit;
            HIP(hipOccupancyMaxActiveBlocksPerMultiprocessor(&of_unit, meet, threads, bytes));
            int blocks = of_unit * units;
            void* arguments[] = {&count, &seen};
            auto launch = [&](int blocks) {
                HIP(hipMemset(count, 0, 4));
                return hipLaunchCooperativeKernel((void*)meet, dim3(blocks), dim3(threads), arguments, bytes, 0);
            };
            HIP(launch(blocks));
            std::vector<int> found(blocks);
            HIP(hipMemcpy(found.data(), seen, blocks * 4, hipMemcpyDeviceToHost));
            for (int one : found) CHECK(one == blocks);
            CHECK(launch(blocks + 1) == hipErrorCooperativeLaunchTooLarge);
            (void)hipGetLastError();
        }
    }
    int of_unit;
    HIP(hipOccupancyMaxActiveBlocksPerMultiprocessor(&of_unit, spin, 64, 0));
    HIP(hipMemset(count, 0, 4));
    spin<<<of_unit * units, 64>>>(count, of_unit * units);
    HIP(hipDeviceSynchronize());
    puts("OK");
}
