// Adds up a vector: workgroups in shared memory, then one atomic operation each.
#include <hip/hip_runtime.h>
#include <cstdio>
#include <vector>

__global__ void reduce(const int* in, int* out, int n) {
    __shared__ int sums[256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    sums[t] = i < n ? in[i] : 0;
    __syncthreads();
    for (int half = 128; half > 0; half /= 2) {
        if (t < half) sums[t] += sums[t + half];
        __syncthreads();
    }
    if (t == 0) atomicAdd(out, sums[0]);
}

int main() {
    const int n = 100000;
    std::vector<int> in(n);
    for (int i = 0; i < n; i++) in[i] = i % 10;
    int *device, *out, sum;
    hipMalloc(&device, n * sizeof(int));
    hipMalloc(&out, sizeof(int));
    hipMemset(out, 0, sizeof(int));
    hipMemcpy(device, in.data(), n * sizeof(int), hipMemcpyHostToDevice);
    reduce<<<(n + 255) / 256, 256>>>(device, out, n);
    hipMemcpy(&sum, out, sizeof(int), hipMemcpyDeviceToHost);
    printf("%d\n", sum);
    return sum == n / 10 * 45 ? 0 : 1;
}
