// An assertion that does not hold.
#include "check.h"
#include <cassert>

__global__ void check(int* a) { assert(a[threadIdx.x] == 0); }

int main() {
    int* a;
    HIP(hipMalloc(&a, 256));
    HIP(hipMemset(a, 1, 256));
    check<<<1, 64>>>(a);
    HIP(hipDeviceSynchronize());
    puts("OK");
}
