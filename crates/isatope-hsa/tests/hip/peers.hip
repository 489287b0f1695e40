// Two devices: copies between them, access to each other's memory, streams and events of both.
#include "check.h"
#include <vector>

__global__ void add(int* a, const int* b) { a[threadIdx.x] += b[threadIdx.x]; }
__global__ void raise(int* flag) { __hip_atomic_store(flag, 1, __ATOMIC_RELEASE, __HIP_MEMORY_SCOPE_SYSTEM); }
__global__ void wait(int* flag) {
    while (!__hip_atomic_load(flag, __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_SYSTEM)) {}
}

int main() {
    int count;
    HIP(hipGetDeviceCount(&count));
    CHECK(count == 2);
    std::vector<int> numbers(64);
    for (int i = 0; i < 64; i++) numbers[i] = i;
    int *a, *b, *big[2], access;
    HIP(hipSetDevice(0));
    HIP(hipMalloc(&a, 256));
    HIP(hipMemcpy(a, numbers.data(), 256, hipMemcpyHostToDevice));
    HIP(hipSetDevice(1));
    HIP(hipMalloc(&b, 256));
    HIP(hipMemcpyPeer(b, 1, a, 0, 256));
    HIP(hipDeviceSynchronize());
    add<<<1, 64>>>(b, b);
    int now;
    HIP(hipGetDevice(&now));
    CHECK(now == 1);
    HIP(hipDeviceCanAccessPeer(&access, 1, 0));
    CHECK(access);
    HIP(hipDeviceEnablePeerAccess(0, 0));
    // A kernel of device 1 on memory of device 0.
    add<<<1, 64>>>(a, b);
    HIP(hipDeviceSynchronize());
    HIP(hipMemcpy(numbers.data(), a, 256, hipMemcpyDeviceToHost));
    for (int i = 0; i < 64; i++) CHECK(numbers[i] == 3 * i);
    // Memory that is allocated after access was enabled, and copies of all kinds in the direction that was not.
    int *later, *strange;
    HIP(hipSetDevice(0));
    HIP(hipMalloc(&later, 256));
    HIP(hipMemset(later, 0, 256));
    HIP(hipDeviceSynchronize());
    HIP(hipSetDevice(1));
    add<<<1, 64>>>(later, b);
    HIP(hipDeviceSynchronize());
    HIP(hipMalloc(&strange, 256));
    HIP(hipSetDevice(0));
    HIP(hipMemcpy(strange, later, 256, hipMemcpyDeviceToDevice));
    HIP(hipMemcpy(later, b, 256, hipMemcpyDefault));
    HIP(hipMemcpy2D(b, 32, strange, 32, 32, 8, hipMemcpyDeviceToDevice));
    HIP(hipMemcpy(numbers.data(), b, 256, hipMemcpyDeviceToHost));
    for (int i = 0; i < 64; i++) CHECK(numbers[i] == 2 * i);
    // Memory of the host is for all.
    int *pinned, *managed;
    HIP(hipHostMalloc(&pinned, 256));
    HIP(hipMallocManaged(&managed, 256));
    for (int i = 0; i < 64; i++) pinned[i] = managed[i] = i;
    for (int k = 0; k < 2; k++) {
        HIP(hipSetDevice(k));
        add<<<1, 64>>>(pinned, managed);
        HIP(hipDeviceSynchronize());
    }
    for (int i = 0; i < 64; i++) CHECK(pinned[i] == 3 * i);
    // Streams of both, an event between them, a large copy that does not wait.
    const size_t size = 5 << 20;
    std::vector<int> many(size / 4), back(size / 4);
    for (size_t i = 0; i < many.size(); i++) many[i] = i * 7;
    hipStream_t s[2];
    hipEvent_t e;
    for (int k = 0; k < 2; k++) {
        HIP(hipSetDevice(k));
        HIP(hipMalloc(&big[k], size));
        HIP(hipStreamCreate(&s[k]));
    }
    HIP(hipSetDevice(0));
    HIP(hipEventCreate(&e));
    HIP(hipMemcpyAsync(big[0], many.data(), size, hipMemcpyHostToDevice, s[0]));
    HIP(hipEventRecord(e, s[0]));
    HIP(hipStreamWaitEvent(s[1], e, 0));
    HIP(hipMemcpyPeerAsync(big[1], 1, big[0], 0, size, s[1]));
    HIP(hipMemcpyAsync(back.data(), big[1], size, hipMemcpyDeviceToHost, s[1]));
    HIP(hipStreamSynchronize(s[1]));
    CHECK(back == many);
    // A kernel of one device waits for one of the other.
    int* flag;
    HIP(hipHostMalloc(&flag, 4, hipHostMallocCoherent | hipHostMallocPortable));
    *flag = 0;
    HIP(hipSetDevice(0));
    wait<<<1, 64, 0, s[0]>>>(flag);
    HIP(hipSetDevice(1));
    raise<<<1, 1, 0, s[1]>>>(flag);
    HIP(hipDeviceSynchronize());
    HIP(hipSetDevice(0));
    HIP(hipDeviceSynchronize());
    hipDeviceProp_t p;
    HIP(hipGetDeviceProperties(&p, 1));
    CHECK(p.pciBusID != 0 || p.pciDeviceID != 0);
    puts("OK");
}
