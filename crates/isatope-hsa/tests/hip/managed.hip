// Managed memory: what devices say about it, advice, prefetches, variables, and memory that is given back and comes again.
#include "check.h"
#include <cstring>
#include <vector>

__device__ __managed__ int table[64];
__device__ __managed__ int count = 7;

__global__ void add(int* a, int by) { a[blockIdx.x * blockDim.x + threadIdx.x] += by; }
__global__ void add_to_table(int by) {
    table[threadIdx.x] += by;
    atomicAdd(&count, 1);
}
// Counts together with the host.
__global__ void count_with(int* counter) { atomicAdd_system(counter, 1); }

static int attribute(hipDeviceAttribute_t which) {
    int value = -1;
    HIP(hipDeviceGetAttribute(&value, which, 0));
    return value;
}

static int32_t about(hipMemRangeAttribute which, void* at, size_t bytes) {
    int32_t value = -9;
    HIP(hipMemRangeGetAttribute(&value, sizeof value, which, at, bytes));
    return value;
}

int main() {
    hipDeviceProp_t p;
    HIP(hipGetDeviceProperties(&p, 0));
    // The driver of Linux moves pages for GPUs since gfx9.
    int moves = !strncmp(p.gcnArchName, "gfx9", 4);
    CHECK(attribute(hipDeviceAttributeManagedMemory) == moves && p.managedMemory == moves);
    CHECK(attribute(hipDeviceAttributeConcurrentManagedAccess) == moves && p.concurrentManagedAccess == moves);
    // Without retries of page faults (XNACK) they access only what they were told about.
    CHECK(attribute(hipDeviceAttributePageableMemoryAccess) == 0);

    const size_t n = 1 << 18, size = 4 * n;
    int* a;
    HIP(hipMallocManaged(&a, size));
    for (size_t i = 0; i < n; i++) a[i] = i;
    HIP(hipMemAdvise(a, size, hipMemAdviseSetReadMostly, 0));
    HIP(hipMemAdvise(a, size / 2, hipMemAdviseSetPreferredLocation, hipCpuDeviceId));
    HIP(hipMemAdvise(a, size, hipMemAdviseSetAccessedBy, 0));
    HIP(hipMemPrefetchAsync(a, size, 0, nullptr));
    add<<<n / 256, 256>>>(a, 5);
    HIP(hipDeviceSynchronize());
    for (size_t i = 0; i < n; i++) CHECK(a[i] == (int)i + 5);
    if (moves) {
        CHECK(about(hipMemRangeAttributeReadMostly, a, size) == 1);
        CHECK(about(hipMemRangeAttributePreferredLocation, a, size / 2) == hipCpuDeviceId);
        CHECK(about(hipMemRangeAttributePreferredLocation, a, size) == hipInvalidDeviceId);
        CHECK(about(hipMemRangeAttributeLastPrefetchLocation, a, size) == 0);
        CHECK(about(hipMemRangeAttributeAccessedBy, a, size) == 0);
        HIP(hipMemPrefetchAsync(a, size, hipCpuDeviceId, nullptr));
        HIP(hipMemAdvise(a, size, hipMemAdviseUnsetReadMostly, 0));
        HIP(hipDeviceSynchronize());
        CHECK(about(hipMemRangeAttributeReadMostly, a, size) == 0);
        CHECK(about(hipMemRangeAttributeLastPrefetchLocation, a, size) == hipCpuDeviceId);
    }
    // Copies of all kinds, and fills.
    int* device;
    HIP(hipMalloc(&device, size));
    HIP(hipMemcpy(device, a, size, hipMemcpyDefault));
    add<<<n / 256, 256>>>(device, 1);
    HIP(hipMemcpy(a, device, size, hipMemcpyDeviceToDevice));
    HIP(hipDeviceSynchronize());
    CHECK(a[0] == 6 && a[n - 1] == (int)n + 5);
    HIP(hipMemset(a, 1, size - 4));
    HIP(hipDeviceSynchronize());
    CHECK(a[0] == 0x01010101 && a[n - 2] == 0x01010101 && a[n - 1] == (int)n + 5);
    hipPointerAttribute_t pointer;
    HIP(hipPointerGetAttributes(&pointer, a + 3));
    CHECK(pointer.isManaged && pointer.devicePointer == a + 3);

    for (int i = 0; i < 64; i++) table[i] = i;
    add_to_table<<<1, 64>>>(10);
    HIP(hipDeviceSynchronize());
    for (int i = 0; i < 64; i++) CHECK(table[i] == i + 10);
    CHECK(count == 71);

    // The host and the device at the same time.
    int* counter;
    HIP(hipMallocManaged(&counter, 4));
    *counter = 0;
    count_with<<<64, 64>>>(counter);
    for (int i = 0; i < 10000; i++) __atomic_fetch_add(counter, 1, __ATOMIC_RELAXED);
    HIP(hipDeviceSynchronize());
    CHECK(*counter == 10000 + 64 * 64);
    HIP(hipFree(counter));

    // Memory comes and goes, larger and smaller, at addresses that were in use before.
    for (int round = 0; round < 40; round++) {
        size_t groups = 1 + round * 7 % 13;
        std::vector<int*> all(3);
        for (auto& at : all) {
            HIP(hipMallocManaged(&at, groups * 256));
            for (size_t i = 0; i < groups * 64; i++) at[i] = i;
            add<<<groups, 64>>>(at, round);
        }
        HIP(hipDeviceSynchronize());
        for (auto at : all) {
            for (size_t i = 0; i < groups * 64; i++) CHECK(at[i] == (int)i + round);
            HIP(hipFree(at));
        }
    }
    HIP(hipFree(a));
    HIP(hipFree(device));
    puts("OK");
}
