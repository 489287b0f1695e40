// What C++ and the device libraries bring: objects, function pointers, lambdas, scratch, halves, mathematics, clocks, assertions that
// hold, formats of `printf`.
#include "check.h"
#include <hip/hip_fp16.h>
#include <cassert>
#include <cmath>
#include <vector>

struct Shape {
    __device__ virtual float area() const = 0;
    __device__ virtual ~Shape() {}
};
struct Square : Shape {
    float side;
    __device__ Square(float s) : side(s) {}
    __device__ float area() const override { return side * side; }
};
struct Circle : Shape {
    float r;
    __device__ Circle(float r) : r(r) {}
    __device__ float area() const override { return 3 * r * r; }
};

__global__ void objects(float* out) {
    Shape* shape = threadIdx.x % 2 ? (Shape*)new Square(threadIdx.x) : (Shape*)new Circle(threadIdx.x);
    out[threadIdx.x] = shape->area();
    delete shape;
}

__device__ int twice(int a) { return 2 * a; }
__device__ int thrice(int a) { return 3 * a; }
__device__ int (*table[2])(int) = {twice, thrice};
__global__ void pointers(int* out) { out[threadIdx.x] = table[threadIdx.x % 2](threadIdx.x); }

template <class F> __global__ void each(int* out, F f) { out[threadIdx.x] = f(threadIdx.x); }

// More private memory than registers, and indices that only the run knows.
__global__ void scratch(int* out, int n) {
    int a[200];
    for (int k = 0; k < 200; k++) a[k] = k * threadIdx.x;
    int sum = 0;
    for (int k = 0; k < n; k++) sum += a[(k * 37 + threadIdx.x) % 200];
    out[threadIdx.x] = sum;
}

__global__ void halves(const __half* a, const __half* b, __half* c) {
    int t = threadIdx.x;
    c[t] = __hadd(__hmul(a[t], b[t]), __float2half(0.5f));
    __half2 v = __halves2half2(a[t], b[t]);
    v = __hfma2(v, v, v);
    c[64 + t] = __low2half(v);
}

__global__ void mathematics(double* d, float* f) {
    double x = 0.125 + threadIdx.x * 0.375;  // Exact, however it is contracted.
    float y = x;
    double all[] = {sin(x), cos(x), tan(x), exp(x), log(x), sqrt(x), pow(x, 1.5), atan2(x, 2.0), tgamma(x / 8), erf(x), cbrt(x), fmod(x, 0.7)};
    float few[] = {sinf(y), cosf(y), expf(y), logf(y), sqrtf(y), powf(y, 1.5f), rsqrtf(y), fabsf(-y), floorf(y), roundf(y), fmaf(y, y, 1), hypotf(y, 3)};
    for (int k = 0; k < 12; k++) d[threadIdx.x * 12 + k] = all[k], f[threadIdx.x * 12 + k] = few[k];
}

__global__ void integers(long long* out, long long a, long long b) {
    long long t = threadIdx.x + 1;
    out[threadIdx.x] = a / t + b % t * 3 + (long long)__umulhi(0x80000000u, (unsigned)t) + __mul64hi(a, t) + ((a << (t & 31)) >> 3);
}

__global__ void time_passes(unsigned long long* out) {
    unsigned long long start = clock64(), wall = __builtin_readcyclecounter();
    unsigned x = 1;
    for (int k = 0; k < 100; k++) x = x * 3 + threadIdx.x;
    out[0] = clock64() - start + (x == 0), out[1] = __builtin_readcyclecounter() - wall;
    assert(x != 0x12345);
}

__global__ void print() {
    if (threadIdx.x == 3) {
        printf("[%5d|%-5d|%05d|%x|%#x|%o]\n", 42, 42, 42, 0xbeefu, 255u, 8u);
        printf("[%.3f|%8.2e|%g|%c|%s|%-2s|%lld|%llu|%%]\n", 3.14159, 12345.678, 0.5, 'x', "text", "right", -1234567890123ll, 18446744073709551615ull);
        printf("[%p]\n", (void*)0x1234);
        printf("no arguments\n");
    }
}

static bool near(double a, double b, double by) { return std::fabs(a - b) <= by * std::fmax(1, std::fabs(b)); }

int main() {
    float* floats;
    double* doubles;
    int* ints;
    HIP(hipMalloc(&floats, 1 << 14));
    HIP(hipMalloc(&doubles, 1 << 14));
    HIP(hipMalloc(&ints, 1 << 14));
    std::vector<float> f(64 * 12);
    std::vector<double> d(64 * 12);
    std::vector<int> i(64);
    objects<<<1, 64>>>(floats);
    HIP(hipMemcpy(f.data(), floats, 256, hipMemcpyDeviceToHost));
    for (int k = 0; k < 64; k++) CHECK(f[k] == (k % 2 ? k * k : 3 * k * k));
    auto ints_are = [&](auto wanted) {
        HIP(hipMemcpy(i.data(), ints, 256, hipMemcpyDeviceToHost));
        for (int k = 0; k < 64; k++) if (i[k] != wanted(k)) return false;
        return true;
    };
    pointers<<<1, 64>>>(ints);
    CHECK(ints_are([](int k) { return k % 2 ? 3 * k : 2 * k; }));
    int by = 7;
    each<<<1, 64>>>(ints, [=] __device__(int k) { return k * by + 1; });
    CHECK(ints_are([](int k) { return k * 7 + 1; }));
    scratch<<<1, 64>>>(ints, 50);
    CHECK(ints_are([](int k) {
        int sum = 0;
        for (int j = 0; j < 50; j++) sum += (j * 37 + k) % 200 * k;
        return sum;
    }));
    std::vector<__half> a(64), b(64), c(128);
    for (int k = 0; k < 64; k++) a[k] = __float2half(k / 4.0f), b[k] = __float2half(2.0f);
    __half* h;
    HIP(hipMalloc(&h, 1024));
    HIP(hipMemcpy(h, a.data(), 128, hipMemcpyHostToDevice));
    HIP(hipMemcpy(h + 64, b.data(), 128, hipMemcpyHostToDevice));
    halves<<<1, 64>>>(h, h + 64, h + 128);
    HIP(hipMemcpy(c.data(), h + 128, 256, hipMemcpyDeviceToHost));
    for (int k = 0; k < 64; k++) CHECK(__half2float(c[k]) == k / 2.0f + 0.5f && near(__half2float(c[64 + k]), k / 4.0 * k / 4.0 + k / 4.0, 1e-3));
    mathematics<<<1, 64>>>(doubles, floats);
    HIP(hipMemcpy(d.data(), doubles, 64 * 96, hipMemcpyDeviceToHost));
    HIP(hipMemcpy(f.data(), floats, 64 * 48, hipMemcpyDeviceToHost));
    for (int k = 0; k < 64; k++) {
        double x = 0.125 + k * 0.375;
        float y = x;
        double all[] = {sin(x), cos(x), tan(x), exp(x), log(x), sqrt(x), pow(x, 1.5), atan2(x, 2.0), tgamma(x / 8), erf(x), cbrt(x), fmod(x, 0.7)};
        float few[] = {sinf(y), cosf(y), expf(y), logf(y), sqrtf(y), powf(y, 1.5f), 1 / sqrtf(y), fabsf(-y), floorf(y), roundf(y), fmaf(y, y, 1), hypotf(y, 3)};
        for (int j = 0; j < 12; j++) CHECK(near(d[k * 12 + j], all[j], 1e-13) && near(f[k * 12 + j], few[j], 1e-5));
    }
    long long *longs, l[64], p = 987654321012345, q = -123456789012;
    HIP(hipMalloc(&longs, 512));
    integers<<<1, 64>>>(longs, p, q);
    HIP(hipMemcpy(l, longs, 512, hipMemcpyDeviceToHost));
    for (long long k = 0; k < 64; k++) {
        long long t = k + 1;
        long long high = (long long)(((__int128)p * t) >> 64);
        CHECK(l[k] == p / t + q % t * 3 + (long long)((0x80000000ull * t) >> 32) + high + ((p << (t & 31)) >> 3));
    }
    unsigned long long times[2];
    time_passes<<<1, 64>>>((unsigned long long*)longs);
    HIP(hipMemcpy(times, longs, 16, hipMemcpyDeviceToHost));
    CHECK(times[0] > 100 && times[1] > 0);
    print<<<1, 64>>>();
    HIP(hipDeviceSynchronize());
    puts("OK");
}
