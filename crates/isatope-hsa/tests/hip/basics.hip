// Copies, launches, shared memory, atomic operations, variables, events, a second dimension.
#include "check.h"
#include <vector>

__constant__ int factor;
__device__ int counter;

__global__ void add(const float* a, const float* b, float* c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}

__global__ void sum(const int* a, int* out, int n) {
    extern __shared__ int s[];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    s[t] = i < n ? a[i] * factor : 0;
    __syncthreads();
    for (int k = blockDim.x / 2; k; k >>= 1) {
        if (t < k) s[t] += s[t + k];
        __syncthreads();
    }
    if (!t) atomicAdd(out, s[0]);
    atomicAdd(&counter, 1);
}

__global__ void transpose(const int* a, int* b, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < n && y < n) b[x * n + y] = a[y * n + x];
}

__device__ int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
__global__ void recursion(int* out) { out[threadIdx.x] = fib(threadIdx.x % 8); }

int main() {
    const int n = 10000;
    std::vector<float> a(n), b(n), c(n);
    for (int i = 0; i < n; i++) a[i] = i, b[i] = 2 * i;
    float *da, *db, *dc;
    HIP(hipMalloc(&da, n * 4));
    HIP(hipMalloc(&db, n * 4));
    HIP(hipMalloc(&dc, n * 4));
    HIP(hipMemcpy(da, a.data(), n * 4, hipMemcpyHostToDevice));
    HIP(hipMemcpy(db, b.data(), n * 4, hipMemcpyHostToDevice));
    hipEvent_t start, end;
    HIP(hipEventCreate(&start));
    HIP(hipEventCreate(&end));
    HIP(hipEventRecord(start));
    add<<<(n + 255) / 256, 256>>>(da, db, dc, n);
    HIP(hipEventRecord(end));
    HIP(hipEventSynchronize(end));
    float ms;
    HIP(hipEventElapsedTime(&ms, start, end));
    CHECK(ms > 0);
    HIP(hipMemcpy(c.data(), dc, n * 4, hipMemcpyDeviceToHost));
    for (int i = 0; i < n; i++) CHECK(c[i] == 3 * i);

    std::vector<int> ones(n, 1);
    int *di, *out, two = 2, result;
    HIP(hipMalloc(&di, n * 4));
    HIP(hipMalloc(&out, 4));
    HIP(hipMemset(out, 0, 4));
    HIP(hipMemcpy(di, ones.data(), n * 4, hipMemcpyHostToDevice));
    HIP(hipMemcpyToSymbol(HIP_SYMBOL(factor), &two, 4));
    sum<<<(n + 127) / 128, 128, 512>>>(di, out, n);
    HIP(hipMemcpy(&result, out, 4, hipMemcpyDeviceToHost));
    CHECK(result == 2 * n);
    HIP(hipMemcpyFromSymbol(&result, HIP_SYMBOL(counter), 4));
    CHECK(result == (n + 127) / 128 * 128);

    const int m = 50;
    std::vector<int> square(m * m), turned(m * m);
    for (int i = 0; i < m * m; i++) square[i] = i;
    HIP(hipMemcpy(di, square.data(), m * m * 4, hipMemcpyHostToDevice));
    transpose<<<dim3(4, 4), dim3(16, 16)>>>(di, (int*)dc, m);
    HIP(hipMemcpy(turned.data(), dc, m * m * 4, hipMemcpyDeviceToHost));
    for (int i = 0; i < m * m; i++) CHECK(turned[i] == i % m * m + i / m);

    // Rows of another length than those of the host.
    int* pitched;
    size_t pitch;
    HIP(hipMallocPitch((void**)&pitched, &pitch, m * 4, m));
    HIP(hipMemset2D(pitched, pitch, 0, m * 4, m));
    HIP(hipMemcpy2D(pitched, pitch, square.data(), m * 4, m * 4, m - 1, hipMemcpyHostToDevice));
    HIP(hipMemcpy2D(turned.data(), m * 4, pitched, pitch, m * 4, m, hipMemcpyDeviceToHost));
    for (int i = 0; i < m * m; i++) CHECK(turned[i] == (i < m * m - m ? i : 0));

    recursion<<<1, 64>>>(out = di);
    int few[64];
    HIP(hipMemcpy(few, di, sizeof few, hipMemcpyDeviceToHost));
    CHECK(few[7] == 13 && few[14] == 8);
    HIP(hipFree(da));
    HIP(hipFree(pitched));
    puts("OK");
}
