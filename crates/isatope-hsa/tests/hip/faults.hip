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
__global__ void wide(float4* a) { a[threadIdx.x + 1] = make_float4(1, 2, 3, 4); }
struct Node {
    int value;
    Node* next;
};
__global__ void last(Node* node, int* a) { a[threadIdx.x] = node->next->next->value; }
// LDS by flat addresses.
__global__ void flat(int* a, bool shared) {
    __shared__ int s[256];
    int t = threadIdx.x, *at = shared ? s : a;
    at[t] = a[t];
    a[t] = at[255 - t];
}
// Each round of the loop has many pieces of code.
__global__ void winding(int* a) {
    while (*(volatile int*)a == 0) asm volatile(".rept 12\n.rept 40\ns_nop 0\n.endr\ns_branch 0\n.endr");
}
__global__ void before(int* a, int n) {
    int t[200];
    for (int i = 0; i < 200; i++) t[i] = a[i & 15] + i;
    t[n] = 3;
    a[threadIdx.x] = t[(n + 20 + threadIdx.x) & 127];
}
static void launch_freed(int* freed) { write<<<1, 64>>>(freed + 3); }
static int* allocate(int bytes) {
    int* p;
    HIP(hipMalloc(&p, bytes));
    return p;
}

__device__ const int three[3] = {1, 2, 3};
__device__ int four[4] = {1, 2, 3, 4};
__global__ void constants(int* a) { a[threadIdx.x] = three[threadIdx.x]; }
__global__ void variables(int* a) { a[threadIdx.x] = four[threadIdx.x]; }

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
        launch_freed(freed);
    }
    if (kind == "host") write<<<1, 64>>>(host.data());
    if (kind == "wide") wide<<<1, 64>>>((float4*)a);
    if (kind == "last") {
        Node nodes[2] = {{1, (Node*)a + 1}, {2, nullptr}};
        HIP(hipMemcpy(a, nodes, sizeof nodes, hipMemcpyHostToDevice));
        last<<<1, 64>>>((Node*)a, freed);
    }
    if (kind == "flat") flat<<<1, 256>>>(a, true);
    if (kind == "winding") winding<<<1, 64>>>(a);
    if (kind == "nowhere") write<<<1, 64>>>((int*)0xdeadbeefdead0000);
    if (kind == "past") write<<<1, 64>>>(allocate(100));
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
    if (kind == "pinned") {
        int *pinned, *other;
        HIP(hipHostMalloc((void**)&pinned, 4096, 0));
        HIP(hipHostFree(pinned));
        HIP(hipHostMalloc((void**)&other, 4096, 0));
        write<<<1, 64>>>(pinned);
    }
    if (kind == "foreign") {
        HIP(hipSetDevice(1));
        write<<<1, 64>>>(a);
    }
    if (kind == "barrier") part<<<1, 128>>>(a);
    if (kind == "before") before<<<1, 64>>>(a, -20);
    if (kind == "slightly") past<<<1, 64>>>(a, 60);
    if (kind == "page") write<<<1, 64>>>(a + 1024 - 32);
    if (kind == "lds") past<<<1, 64>>>(a, 20000);
    if (kind == "constants") constants<<<1, 64>>>(a);
    if (kind == "variables") variables<<<1, 64>>>(a);
    if (kind == "wait") early<<<1, 64>>>(a);
    HIP(hipDeviceSynchronize());
    puts("OK");
}
