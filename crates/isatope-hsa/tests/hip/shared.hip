// Memory that the host shares: pinned, managed, registered; a kernel that waits for the host; atomic operations from both sides.
#include "check.h"
#include <atomic>
#include <thread>
#include <vector>

__global__ void count(int* counter, int times) {
    for (int k = 0; k < times; k++) atomicAdd_system(counter, 1);
}

__global__ void wait(volatile int* flag, int* out) {
    while (!*flag) {}
    *out = *flag + 1;
}

__global__ void twice(int* a) { a[threadIdx.x] *= 2; }

int main() {
    int *counter, *flags;
    HIP(hipHostMalloc(&counter, 4));
    HIP(hipHostMalloc(&flags, 8, hipHostMallocCoherent));
    *counter = flags[0] = flags[1] = 0;
    const int threads = 64, each = 200, of_host = 100000;
    count<<<4, threads>>>(counter, each);
    auto* shared = reinterpret_cast<std::atomic<int>*>(counter);
    for (int k = 0; k < of_host; k++) (*shared)++;
    HIP(hipDeviceSynchronize());
    CHECK(*counter == 4 * threads * each + of_host);

    wait<<<1, 1>>>(flags, flags + 1);
    std::thread([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        *(volatile int*)flags = 41;
    }).join();
    HIP(hipDeviceSynchronize());
    CHECK(flags[1] == 42);

    int* managed;
    HIP(hipMallocManaged(&managed, 256));
    for (int k = 0; k < 64; k++) managed[k] = k;
    twice<<<1, 64>>>(managed);
    HIP(hipDeviceSynchronize());
    CHECK(managed[63] == 126);

    std::vector<int> mine(64, 7);
    int* device;
    HIP(hipHostRegister(mine.data(), 256, 0));
    HIP(hipHostGetDevicePointer((void**)&device, mine.data(), 0));
    twice<<<1, 64>>>(device);
    HIP(hipDeviceSynchronize());
    CHECK(mine[0] == 14 && mine[63] == 14);
    HIP(hipHostUnregister(mine.data()));
    HIP(hipHostFree(counter));
    puts("OK");
}
