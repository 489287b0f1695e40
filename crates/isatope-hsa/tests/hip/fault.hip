// A write past the end of a buffer.
#include "check.h"

__global__ void fill(int* a) {
    a[threadIdx.x] = 1;
}

int main() {
    int* a;
    HIP(hipMalloc(&a, 100 * 4));
    fill<<<1, 128>>>(a);
    HIP(hipDeviceSynchronize());
    puts("OK");
}
