// Atomic operations of all kinds, on global, shared and pinned memory, and what wavefronts do together.
#include "check.h"
#include <vector>
#include <cmath>

struct Results {
    int add, sub, exch, min, max, inc_i;
    unsigned umin, umax, inc, dec, a, o, x;
    unsigned long long big, cas, big_min;
    float f;
    double d;
};

__global__ void all(Results* r) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&r->add, i);
    atomicSub(&r->sub, 2);
    atomicMin(&r->min, 500 - i);
    atomicMax(&r->max, i);
    atomicMin(&r->umin, 4000000000u - i);
    atomicMax(&r->umax, 4000000000u + i);
    atomicInc(&r->inc, 99);
    atomicDec(&r->dec, 49);
    atomicAnd(&r->a, ~(1u << i % 31));
    atomicOr(&r->o, 1u << i % 31);
    atomicXor(&r->x, i);
    atomicAdd(&r->big, 1ull << 33);
    atomicMin(&r->big_min, (1ull << 40) - i);
    atomicAdd(&r->f, 0.5f);
    atomicAdd(&r->d, 0.25);
    unsigned long long old = r->cas, seen;
    do {
        seen = old;
        old = atomicCAS(&r->cas, seen, seen + 3);
    } while (old != seen);
    if (atomicExch(&r->exch, 1) == 0) atomicAdd_system(&r->inc_i, 1);
}

__global__ void histogram(const unsigned char* in, int n, int* out) {
    __shared__ int bins[256];
    bins[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&bins[in[i]], 1);
    __syncthreads();
    atomicAdd(&out[threadIdx.x], bins[threadIdx.x]);
}

// The last workgroup adds up what all have left.
__global__ void last(const int* in, int* part, unsigned* done, int* out) {
    __shared__ int s[256];
    __shared__ bool am_last;
    int t = threadIdx.x;
    s[t] = in[blockIdx.x * 256 + t];
    __syncthreads();
    for (int k = 128; k; k /= 2) {
        if (t < k) s[t] += s[t + k];
        __syncthreads();
    }
    if (t == 0) {
        part[blockIdx.x] = s[0];
        __threadfence();
        am_last = atomicInc(done, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (am_last && t == 0) {
        int sum = 0;
        for (unsigned k = 0; k < gridDim.x; k++) sum += ((volatile int*)part)[k];
        *out = sum;
    }
}

__global__ void wave(int* out, unsigned long long* masks) {
    int t = threadIdx.x, lane = t & 63, sum = lane;
    for (int k = 32; k; k /= 2) sum += __shfl_xor(sum, k);
    int up = __shfl_up(lane, 1), down = __shfl_down(lane, 3, 16), from = __shfl(lane * 7, 5);
    masks[t] = __ballot(lane % 3 == 0);
    int any = __any(lane == 63), every = __all(lane < 64), none = __any(lane > 63);
    int count = __syncthreads_count(t % 2), both = __syncthreads_and(t >= 0), either = __syncthreads_or(t == 5);
    out[t] = sum == 2016 && up == (lane ? lane - 1 : 0) && down == (lane % 16 < 13 ? lane + 3 : lane) && from == 35 && any && every && !none &&
             count == 64 && both && either && __popcll(masks[t]) == 22 && __clz(t + 1) == 31 - (int)log2f(t + 1) && __ffs(8) == 4 && __brev(1u) == 1u << 31;
}

int main() {
    const int n = 4 * 192;
    Results *pinned, start = {};
    start.min = 1 << 30, start.max = -5, start.umin = ~0u, start.a = ~0u, start.big_min = ~0ull, start.sub = 2 * n;
    for (int where = 0; where < 2; where++) {
        Results* r;
        if (where) HIP(hipHostMalloc(&r, sizeof *r)); else HIP(hipMalloc(&r, sizeof *r));
        HIP(hipMemcpy(r, &start, sizeof *r, hipMemcpyDefault));
        all<<<4, 192>>>(r);
        Results e;
        HIP(hipMemcpy(&e, r, sizeof e, hipMemcpyDefault));
        unsigned x = 0;
        for (int i = 0; i < n; i++) x ^= i;
        CHECK(e.add == n * (n - 1) / 2 && e.sub == 0 && e.min == 500 - n + 1 && e.max == n - 1);
        CHECK(e.umin == 4000000000u - n + 1 && e.umax == 4000000000u + n - 1 && e.inc == n % 100 && e.dec == 49 - (n - 1) % 50);
        CHECK(e.a == 1u << 31 && e.o == ~0u >> 1 && e.x == x && e.big == (unsigned long long)n << 33 && e.cas == 3ull * n);
        CHECK(e.big_min == (1ull << 40) - n + 1 && e.f == n * 0.5f && e.d == n * 0.25 && e.exch == 1 && e.inc_i == 1);
        (void)pinned;
    }
    const int many = 20000;
    std::vector<unsigned char> bytes(many);
    std::vector<int> wanted(256), got(256);
    for (int i = 0; i < many; i++) wanted[bytes[i] = i * i >> 4]++;
    unsigned char* in;
    int* out;
    HIP(hipMalloc(&in, many));
    HIP(hipMalloc(&out, 1024));
    HIP(hipMemcpy(in, bytes.data(), many, hipMemcpyHostToDevice));
    HIP(hipMemset(out, 0, 1024));
    histogram<<<5, 256>>>(in, many, out);
    HIP(hipMemcpy(got.data(), out, 1024, hipMemcpyDeviceToHost));
    CHECK(got == wanted);

    const int groups = 40;
    std::vector<int> numbers(groups * 256);
    int sum = 0, *ints, *part, result;
    unsigned* done;
    for (auto& number : numbers) sum += number = rand() % 1000;
    HIP(hipMalloc(&ints, groups * 1024));
    HIP(hipMalloc(&part, groups * 4));
    HIP(hipMalloc(&done, 4));
    HIP(hipMemset(done, 0, 4));
    HIP(hipMemcpy(ints, numbers.data(), groups * 1024, hipMemcpyHostToDevice));
    last<<<groups, 256>>>(ints, part, done, out);
    HIP(hipMemcpy(&result, out, 4, hipMemcpyDeviceToHost));
    CHECK(result == sum);

    unsigned long long* masks;
    HIP(hipMalloc(&masks, 1024));
    wave<<<1, 128>>>(out, masks);
    HIP(hipMemcpy(got.data(), out, 512, hipMemcpyDeviceToHost));
    for (int k = 0; k < 128; k++) CHECK(got[k] == 1);
    puts("OK");
}
