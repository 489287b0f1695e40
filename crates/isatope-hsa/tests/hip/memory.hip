// Memory: pools and streams, fills of all widths, three dimensions, pointers and their attributes, symbols, large copies.
#include "check.h"
#include <cstring>
#include <vector>

__device__ int table[256];
__constant__ float factors[4];
__device__ __managed__ int shared_counter = 5;

__global__ void fill(int* a, int v, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] = v + i;
}
__global__ void lookup(float* out) { out[threadIdx.x] = table[threadIdx.x] * factors[threadIdx.x % 4]; }
__global__ void count() { atomicAdd(&shared_counter, 1); }

int main() {
    size_t free_before, free_now, total;
    HIP(hipMemGetInfo(&free_before, &total));
    CHECK(free_before <= total && total >= 1 << 20);
    hipStream_t s;
    HIP(hipStreamCreate(&s));
    int* a;
    HIP(hipMallocAsync((void**)&a, 1 << 20, s));
    fill<<<1024, 256, 0, s>>>(a, 3, 1 << 18);
    std::vector<int> back(1 << 18);
    HIP(hipMemcpyAsync(back.data(), a, 1 << 20, hipMemcpyDeviceToHost, s));
    HIP(hipFreeAsync(a, s));
    HIP(hipStreamSynchronize(s));
    for (int i = 0; i < 1 << 18; i++) CHECK(back[i] == i + 3);

    // More than the runtime's staging buffers, to the device, there, and back; offsets that are no multiples.
    const size_t size = (9 << 20) + 13;
    std::vector<unsigned char> from(size), to(size);
    for (size_t i = 0; i < size; i++) from[i] = i * 31 >> 3;
    unsigned char *x, *y;
    HIP(hipMalloc(&x, size));
    HIP(hipMalloc(&y, size));
    HIP(hipMemGetInfo(&free_now, &total));
    CHECK(free_now + 2 * size <= free_before + (4 << 20));
    HIP(hipMemcpy(x, from.data(), size, hipMemcpyHostToDevice));
    HIP(hipMemcpy(y + 1, x, size - 1, hipMemcpyDeviceToDevice));
    HIP(hipMemcpy(y, x, 1, hipMemcpyDeviceToDevice));
    HIP(hipMemcpy(to.data(), y, size, hipMemcpyDeviceToHost));
    for (size_t i = 1; i < size; i++) CHECK(to[i] == from[i - 1]);
    HIP(hipMemcpyDtoD(x, y, size));
    HIP(hipMemcpyDtoH(to.data(), x, size));
    CHECK(to[size - 1] == from[size - 2] && to[0] == from[0]);

    HIP(hipMemset(x, 0xab, 1001));
    HIP(hipMemsetD8(x + 3, 0x11, 6));
    HIP(hipMemsetD16(x + 20, 0x2233, 5));
    HIP(hipMemsetD32(x + 40, 0x44556677, 7));
    HIP(hipMemsetAsync(x + 100, 0, 17, s));
    HIP(hipStreamSynchronize(s));
    HIP(hipMemcpy(to.data(), x, 1002, hipMemcpyDeviceToHost));
    CHECK(to[2] == 0xab && to[3] == 0x11 && to[8] == 0x11 && to[9] == 0xab && to[20] == 0x33 && to[29] == 0x22 && to[30] == 0xab);
    CHECK(to[40] == 0x77 && to[67] == 0x44 && to[68] == 0xab && to[100] == 0 && to[116] == 0 && to[117] == 0xab && to[1000] == 0xab);
    HIP(hipFree(x));
    HIP(hipFree(y));

    // Boxes in three dimensions.
    hipPitchedPtr box;
    hipExtent extent = make_hipExtent(40, 6, 5);
    HIP(hipMalloc3D(&box, extent));
    HIP(hipMemset3D(box, 1, extent));
    std::vector<unsigned char> in(40 * 6 * 5), out(40 * 6 * 5, 9);
    for (size_t i = 0; i < in.size(); i++) in[i] = i;
    hipMemcpy3DParms p = {};
    p.srcPtr = make_hipPitchedPtr(in.data(), 40, 40, 6), p.dstPtr = box, p.kind = hipMemcpyHostToDevice;
    p.extent = make_hipExtent(20, 3, 2), p.srcPos = make_hipPos(4, 1, 1), p.dstPos = make_hipPos(8, 2, 3);
    HIP(hipMemcpy3D(&p));
    hipMemcpy3DParms q = {};
    q.srcPtr = box, q.dstPtr = make_hipPitchedPtr(out.data(), 40, 40, 6), q.extent = extent, q.kind = hipMemcpyDeviceToHost;
    HIP(hipMemcpy3D(&q));
    for (int z = 0; z < 5; z++) for (int yy = 0; yy < 6; yy++) for (int xx = 0; xx < 40; xx++) {
        bool inside = xx >= 8 && xx < 28 && yy >= 2 && yy < 5 && z >= 3;
        unsigned char wanted = inside ? in[((z - 2) * 6 + yy - 1) * 40 + xx - 4] : 1;
        CHECK(out[(z * 6 + yy) * 40 + xx] == wanted);
    }

    // Attributes of pointers.
    int *device, *pinned, *managed;
    HIP(hipMalloc(&device, 4000));
    HIP(hipHostMalloc(&pinned, 4000, hipHostMallocMapped));
    HIP(hipMallocManaged(&managed, 4000));
    hipPointerAttribute_t about;
    HIP(hipPointerGetAttributes(&about, device + 5));
    CHECK(about.memoryType == hipMemoryTypeDevice && about.devicePointer == device + 5);
    HIP(hipPointerGetAttributes(&about, pinned));
    CHECK(about.memoryType == hipMemoryTypeHost && about.hostPointer == pinned);
    int local;
    CHECK(hipPointerGetAttributes(&about, &local) != hipSuccess);
    (void)hipGetLastError();
    hipDeviceptr_t base;
    size_t bytes;
    HIP(hipMemGetAddressRange(&base, &bytes, device + 10));
    CHECK(base == device && bytes == 4000);
    void* mapped;
    HIP(hipHostGetDevicePointer(&mapped, pinned, 0));
    fill<<<4, 256>>>((int*)mapped, 100, 1000);
    HIP(hipMemAdvise(managed, 4000, hipMemAdviseSetReadMostly, 0));
    HIP(hipMemPrefetchAsync(managed, 4000, 0, nullptr));
    fill<<<4, 256>>>(managed, 200, 1000);
    HIP(hipDeviceSynchronize());
    CHECK(pinned[999] == 1099 && managed[0] == 200 && managed[999] == 1199);
    HIP(hipMemcpy(device, managed, 4000, hipMemcpyDefault));
    HIP(hipMemcpy(pinned, device, 4000, hipMemcpyDefault));
    CHECK(pinned[7] == 207);

    // Variables of the program.
    int* address;
    size_t size_of_table;
    HIP(hipGetSymbolAddress((void**)&address, HIP_SYMBOL(table)));
    HIP(hipGetSymbolSize(&size_of_table, HIP_SYMBOL(table)));
    CHECK(size_of_table == 1024);
    fill<<<1, 256>>>(address, 1, 256);
    float by[4] = {1, 2, 3, 4}, result[64], *floats;
    HIP(hipMemcpyToSymbol(HIP_SYMBOL(factors), by, 12));
    HIP(hipMemcpyToSymbol(HIP_SYMBOL(factors), by + 3, 4, 12));
    HIP(hipMalloc(&floats, 256));
    lookup<<<1, 64>>>(floats);
    HIP(hipMemcpy(result, floats, 256, hipMemcpyDeviceToHost));
    for (int i = 0; i < 64; i++) CHECK(result[i] == (i + 1) * by[i % 4]);
    count<<<2, 64>>>();
    HIP(hipDeviceSynchronize());
    CHECK(shared_counter == 133);

    // Errors are errors, and nothing else happens.
    CHECK(hipMalloc(&device, (size_t)1 << 60) == hipErrorOutOfMemory);
    CHECK(hipFree(&local) != hipSuccess);
    CHECK(hipMemcpy(nullptr, pinned, 4, hipMemcpyHostToDevice) != hipSuccess);
    (void)hipGetLastError();
    HIP(hipFree(nullptr));
    HIP(hipHostFree(pinned));
    HIP(hipDeviceReset());
    puts("OK");
}
