// Accesses of whole wavefronts: values side by side, at equal distances, all at one address, and some lanes only; with one
// workgroup and many, in memory of the device and of the host.
#include "check.h"
#include <vector>

struct Three { int x, y, z; };
struct Wide { double a, b; };

__global__ void spread(int* out, Three* threes, Wide* wides, float4* fours, short* shorts, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    threes[i] = {i, 2 * i, 3 * i};
    wides[i] = {i + 0.5, i - 0.5};
    fours[i] = make_float4(i, i + 1, i + 2, i + 3);
    shorts[3 * i] = i;
    if (threadIdx.x % 64 < 40) out[5 * i] = i;
    if (threadIdx.x % 3 != 1) out[5 * i + 1] = -i;
    // What was just written is read, by the lane that wrote it.
    out[5 * i + 2] = threes[i].z + (int)wides[i].a + (int)fours[i].w + shorts[3 * i];
}
// Each block has a counter that all its work-items set, and read again.
__global__ void same(int* out, long long* longs, unsigned char* bytes, int rounds) {
    int b = blockIdx.x;
    for (int k = 0; k < rounds; k++) {
        volatile int* at = out + 2 * b;
        *at = *at + 1;
        if (threadIdx.x >= 7 && threadIdx.x < 20) ((volatile int*)out)[2 * b + 1] = k * 100 + threadIdx.x;
    }
    ((volatile long long*)longs)[b] = (long long)threadIdx.x << 33;
    ((volatile unsigned char*)bytes)[b] = bytes[b] + 3;
}

static void run(bool host, int groups) {
    int n = groups * 128 - 5;
    auto memory = [&](size_t bytes) {
        void* at;
        if (host) HIP(hipHostMalloc(&at, bytes));
        else HIP(hipMalloc(&at, bytes));
        HIP(hipMemset(at, 0, bytes));
        return at;
    };
    auto out = (int*)memory(n * 20);
    auto threes = (Three*)memory(n * sizeof(Three));
    auto wides = (Wide*)memory(n * sizeof(Wide));
    auto fours = (float4*)memory(n * 16);
    auto shorts = (short*)memory(n * 6);
    spread<<<groups, 128>>>(out, threes, wides, fours, shorts, n);
    std::vector<int> o(5 * n);
    std::vector<Three> t(n);
    std::vector<Wide> w(n);
    std::vector<float4> f(n);
    std::vector<short> s(3 * n);
    HIP(hipMemcpy(o.data(), out, n * 20, hipMemcpyDefault));
    HIP(hipMemcpy(t.data(), threes, n * sizeof(Three), hipMemcpyDefault));
    HIP(hipMemcpy(w.data(), wides, n * sizeof(Wide), hipMemcpyDefault));
    HIP(hipMemcpy(f.data(), fours, n * 16, hipMemcpyDefault));
    HIP(hipMemcpy(s.data(), shorts, n * 6, hipMemcpyDefault));
    for (int i = 0; i < n; i++) {
        CHECK(t[i].x == i && t[i].y == 2 * i && t[i].z == 3 * i);
        CHECK(w[i].a == i + 0.5 && w[i].b == i - 0.5);
        CHECK(f[i].x == i && f[i].y == i + 1 && f[i].z == i + 2 && f[i].w == i + 3);
        CHECK(s[3 * i] == (short)i && s[3 * i + 1] == 0 && s[3 * i + 2] == 0);
        CHECK(o[5 * i] == (i % 64 < 40 ? i : 0) && o[5 * i + 1] == (i % 128 % 3 != 1 ? -i : 0));
        CHECK(o[5 * i + 2] == 3 * i + i + i + 3 + (short)i && o[5 * i + 3] == 0 && o[5 * i + 4] == 0);
    }
    auto longs = (long long*)memory(groups * 8);
    auto bytes = (unsigned char*)memory(groups);
    HIP(hipMemset(out, 0, n * 20));
    same<<<groups, 64>>>(out, longs, bytes, 50);
    std::vector<long long> l(groups);
    std::vector<unsigned char> b(groups);
    HIP(hipMemcpy(o.data(), out, groups * 8, hipMemcpyDefault));
    HIP(hipMemcpy(l.data(), longs, groups * 8, hipMemcpyDefault));
    HIP(hipMemcpy(b.data(), bytes, groups, hipMemcpyDefault));
    for (int g = 0; g < groups; g++) {
        CHECK(o[2 * g] == 50 && o[2 * g + 1] == 4900 + 19);
        CHECK(l[g] == 63ll << 33 && b[g] == 3);
    }
}

int main() {
    for (int groups : {1, 2, 300}) {
        run(false, groups);
        run(true, groups);
    }
    puts("OK");
}
