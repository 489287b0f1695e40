// Any number of devices: a block of memory goes round, and each device works on the memory of the one before it.
#include "check.h"
#include <vector>

__global__ void add(int* a, int number) { a[blockIdx.x * blockDim.x + threadIdx.x] += number; }
__global__ void sum(int* to, int* const* from, int count) {
    for (int k = 0; k < count; k++) to[threadIdx.x] += from[k][threadIdx.x];
}

int main() {
    int count;
    HIP(hipGetDeviceCount(&count));
    CHECK(count > 2);
    const int size = 1024;
    std::vector<int*> block(count);
    std::vector<int> numbers(size, 5);
    for (int k = 0; k < count; k++) {
        HIP(hipSetDevice(k));
        HIP(hipMalloc(&block[k], size * 4));
        for (int other = 0; other < count; other++) {
            int access;
            HIP(hipDeviceCanAccessPeer(&access, k, other));
            CHECK(access == (k != other));
            if (access) HIP(hipDeviceEnablePeerAccess(other, 0));
        }
    }
    // Each device copies the block of the one before it and adds its number; the last one passes it to the first.
    HIP(hipMemcpy(block[0], numbers.data(), size * 4, hipMemcpyHostToDevice));
    for (int k = 1; k <= count; k++) {
        HIP(hipSetDevice(k % count));
        HIP(hipMemcpyPeer(block[k % count], k % count, block[k - 1], k - 1, size * 4));
        add<<<size / 64, 64>>>(block[k % count], k);
        HIP(hipDeviceSynchronize());
    }
    for (int k = 0; k < count; k++) {
        HIP(hipMemcpy(numbers.data(), block[k], size * 4, hipMemcpyDeviceToHost));
        int last = k == 0 ? count : k;
        for (int i = 0; i < size; i++) CHECK(numbers[i] == 5 + last * (last + 1) / 2);
    }
    // Kernels on memory of the next device, then one on the memory of all.
    for (int k = 0; k < count; k++) {
        HIP(hipSetDevice(k));
        add<<<size / 64, 64>>>(block[(k + 1) % count], 100);
        HIP(hipDeviceSynchronize());
    }
    int **list, *total;
    HIP(hipSetDevice(count - 1));
    HIP(hipMalloc(&list, count * sizeof(int*)));
    HIP(hipMalloc(&total, 256));
    HIP(hipMemset(total, 0, 256));
    HIP(hipMemcpy(list, block.data(), count * sizeof(int*), hipMemcpyHostToDevice));
    sum<<<1, 64>>>(total, list, count);
    HIP(hipMemcpy(numbers.data(), total, 256, hipMemcpyDeviceToHost));
    int expected = 0;
    for (int k = 1; k <= count; k++) expected += 105 + k * (k + 1) / 2;
    for (int i = 0; i < 64; i++) CHECK(numbers[i] == expected);
    puts("OK");
}
