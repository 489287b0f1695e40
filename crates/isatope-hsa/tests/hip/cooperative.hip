// Grids whose workgroups wait for each other, by the runtime's cooperative launches.
#include "check.h"
#include <hip/hip_cooperative_groups.h>
#include <vector>
namespace cg = cooperative_groups;

// Each round reads what another workgroup wrote in the round before.
__global__ void rounds(int* a, int* b, int times) {
    cg::grid_group grid = cg::this_grid();
    int n = gridDim.x * blockDim.x, i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = 0; k < times; k++) {
        b[i] = a[(i + blockDim.x) % n] + 1;
        grid.sync();
        int* t = a;
        a = b, b = t;
    }
    if (grid.thread_rank() == 0) a[n] = grid.size();
}

__global__ void hold(int* flag) {
    while (!__hip_atomic_load(flag, __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_SYSTEM)) {}
}

__global__ void tiles(int* out) {
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<16> tile = cg::tiled_partition<16>(block);
    int v = threadIdx.x;
    for (int k = 8; k; k /= 2) v += tile.shfl_down(v, k);
    if (tile.thread_rank() == 0) out[threadIdx.x / 16] = v;
    cg::sync(block);
}

int main() {
    int supported;
    HIP(hipDeviceGetAttribute(&supported, hipDeviceAttributeCooperativeLaunch, 0));
    CHECK(supported);
    int blocks = 12, threads = 192, n = blocks * threads, times = 7;
    int per_unit;
    HIP(hipOccupancyMaxActiveBlocksPerMultiprocessor(&per_unit, rounds, threads, 0));
    CHECK(per_unit > 0);
    std::vector<int> start(n + 1), end(n + 1);
    for (int i = 0; i < n; i++) start[i] = i;
    int *a, *b;
    HIP(hipMalloc(&a, n * 4 + 4));
    HIP(hipMalloc(&b, n * 4 + 4));
    HIP(hipMemcpy(a, start.data(), n * 4, hipMemcpyHostToDevice));
    void* arguments[] = {&a, &b, &times};
    HIP(hipLaunchCooperativeKernel((void*)rounds, dim3(blocks), dim3(threads), arguments, 0, nullptr));
    HIP(hipDeviceSynchronize());
    HIP(hipMemcpy(end.data(), times % 2 ? b : a, n * 4 + 4, hipMemcpyDeviceToHost));
    for (int i = 0; i < n; i++) CHECK(end[i] == (i + times * threads) % n + times);
    CHECK(end[n] == n);
    // Another kernel waits meanwhile.
    int* flag;
    hipStream_t waiting;
    HIP(hipHostMalloc(&flag, 4));
    *flag = 0;
    HIP(hipStreamCreateWithFlags(&waiting, hipStreamNonBlocking));
    hold<<<1, 64, 0, waiting>>>(flag);
    HIP(hipMemcpy(a, start.data(), n * 4, hipMemcpyHostToDevice));
    HIP(hipLaunchCooperativeKernel((void*)rounds, dim3(blocks), dim3(threads), arguments, 0, nullptr));
    HIP(hipStreamSynchronize(nullptr));
    __atomic_store_n(flag, 1, __ATOMIC_RELEASE);
    HIP(hipDeviceSynchronize());
    HIP(hipMemcpy(end.data(), times % 2 ? b : a, n * 4, hipMemcpyDeviceToHost));
    for (int i = 0; i < n; i++) CHECK(end[i] == (i + times * threads) % n + times);
    tiles<<<1, 64>>>(a);
    HIP(hipMemcpy(end.data(), a, 16, hipMemcpyDeviceToHost));
    for (int k = 0; k < 4; k++) CHECK(end[k] == 16 * 16 * k + 120);
    puts("OK");
}
