// Adds two vectors. It has a bug that a card does not show: `isatope gpu -- ./vadd` reports the line.
#include <hip/hip_runtime.h>
#include <cstdio>
#include <vector>

__global__ void vadd(const float* a, const float* b, float* c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    // The bug: the last workgroup is partly past the end. `if (i < n)` is missing.
    c[i] = a[i] + b[i];
}

int main() {
    const int n = 1000;
    std::vector<float> a(n, 1), b(n, 2), c(n);
    float *da, *db, *dc;
    hipMalloc(&da, n * sizeof(float));
    hipMalloc(&db, n * sizeof(float));
    hipMalloc(&dc, n * sizeof(float));
    hipMemcpy(da, a.data(), n * sizeof(float), hipMemcpyHostToDevice);
    hipMemcpy(db, b.data(), n * sizeof(float), hipMemcpyHostToDevice);
    vadd<<<(n + 255) / 256, 256>>>(da, db, dc, n);
    hipMemcpy(c.data(), dc, n * sizeof(float), hipMemcpyDeviceToHost);
    printf("%g\n", c[n - 1]);
}
