// A fault of each kind; the first argument says which.
#include "check.h"
#include <string>
#include <vector>

__global__ void write(int* a) { a[threadIdx.x] = 1; }
__global__ void count(char* a) { atomicAdd((int*)(a + 2), 1); }
__device__ int deep(int n, int* a) {
    volatile int frame[64];
    frame[n % 64] = n;
    return n == 0 ? a[0] : deep(n - 1, a) + frame[n % 64];
}
__global__ void recurse(int* a, int n) { a[1] = deep(n, a); }
__global__ void choose(int* a) {
    if (a[70] > 3) a[0] = a[1] / 3 + 1, atomicAdd(a, 2);
}
__global__ void sum(int* a) {
    __shared__ int s[256];
    int t = threadIdx.x;
    s[t] = a[t];
    __syncthreads();
    for (int k = 128; k; k >>= 1) if (t < k) s[t] += s[t + k];
    if (!t) a[0] = s[0];
}
__global__ void spin(int* a) {
    while (*(volatile int*)a == 0) a[1]++;
}
__global__ void wait(int* a) {
    while (*(volatile int*)a == 0) {}
}
__global__ void seven(int* a) {
    if (a[70] == 7) a[0] = 1;
}
typedef int (*Function)(int);
__device__ Function functions[2];
__global__ void call(int* a) { a[1] = functions[a[0]](3); }
__global__ void part(int* a) {
    if (threadIdx.x < 64) {
        a[threadIdx.x] = 1;
        __syncthreads();
    }
}
__global__ void past(int* a, int by) {
    __shared__ int s[64];
    s[threadIdx.x + by] = 1;
    __syncthreads();
    a[threadIdx.x] = s[threadIdx.x];
}
__global__ void early(int* a) {
    int x;
    int* p = a + threadIdx.x;
    asm volatile("flat_load_dword %0, %1" : "=v"(x) : "v"(p));
    a[threadIdx.x] = x + 1;
}

int main(int, char** arguments) {
    std::string kind = arguments[1];
    int *a, *freed;
    std::vector<int> host(256);
    HIP(hipMalloc(&a, 1024));
    HIP(hipMalloc(&freed, 400));
    bool part_only = kind == "uninitialized" || kind == "seven";
    HIP(hipMemcpy(a, host.data(), part_only ? 256 : 1024, hipMemcpyHostToDevice));
    if (kind == "freed") {
        write<<<1, 64>>>(freed);
        HIP(hipFree(freed));
        write<<<1, 64>>>(freed + 3);
    }
    if (kind == "host") write<<<1, 64>>>(host.data());
    if (kind == "null") write<<<1, 64>>>(nullptr);
    if (kind == "misaligned") count<<<1, 64>>>((char*)a);
    if (kind == "stack") recurse<<<1, 64>>>(a, 100000);
    if (kind == "uninitialized") choose<<<1, 64>>>(a);
    if (kind == "race") sum<<<1, 256>>>(a);
    if (kind == "endless") spin<<<1, 64>>>(a);
    if (kind == "forever") wait<<<1, 64>>>(a);
    if (kind == "seven") seven<<<1, 64>>>(a);
    if (kind == "call") call<<<1, 64>>>(a);
    if (kind == "managed") {
        HIP(hipMallocManaged(&a, 200));
        write<<<1, 64>>>(a);
    }
    if (kind == "barrier") part<<<1, 128>>>(a);
    if (kind == "lds") past<<<1, 64>>>(a, 20000);
    if (kind == "wait") early<<<1, 64>>>(a);
    HIP(hipDeviceSynchronize());
    puts("OK");
}
