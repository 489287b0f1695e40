// Memory of the device's heap: blocks of all sizes, of which the large ones are allocated and freed by the host, and objects.
#include "check.h"

__global__ void fill(int** blocks, int words) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    blocks[i] = (int*)malloc(words * sizeof(int));
    if (blocks[i]) for (int k = 0; k < words; k++) blocks[i][k] = i + k;
}
__global__ void drain(int** blocks, int words, int* wrong) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (!blocks[i]) atomicAdd(wrong, 1000);
    else for (int k = 0; k < words; k++) if (blocks[i][k] != i + k) atomicAdd(wrong, 1);
    free(blocks[i]);
}
__global__ void both(int words, int* wrong) {
    int* block = (int*)malloc(words * sizeof(int));
    block[words - 1] = threadIdx.x;
    if (block[words - 1] != threadIdx.x) atomicAdd(wrong, 1);
    free(block);
}

struct Shape {
    __device__ virtual float area() const = 0;
    __device__ virtual ~Shape() {}
};
struct Square : Shape {
    float side;
    __device__ Square(float s) : side(s) {}
    __device__ float area() const override { return side * side; }
};
struct Box : Shape {
    float a, b;
    __device__ Box(float x, float y) : a(x), b(y) {}
    __device__ float area() const override { return a * b; }
};
__global__ void make(Shape** shapes) {
    int i = threadIdx.x;
    if (i % 2) shapes[i] = new Square(i);
    else shapes[i] = new Box(i, 3);
}
__global__ void measure(Shape** shapes, float* areas) {
    areas[threadIdx.x] = shapes[threadIdx.x]->area();
    delete shapes[threadIdx.x];
}

int main() {
    int **blocks, *wrong, count;
    HIP(hipMalloc(&blocks, 128 * sizeof(int*)));
    HIP(hipMalloc(&wrong, 4));
    HIP(hipMemset(wrong, 0, 4));
    for (int words : {1, 30, 700, 1000, 6000}) {
        fill<<<2, 64>>>(blocks, words);
        drain<<<2, 64>>>(blocks, words, wrong);
        both<<<1, 64>>>(words, wrong);
        HIP(hipDeviceSynchronize());
    }
    HIP(hipMemcpy(&count, wrong, 4, hipMemcpyDeviceToHost));
    CHECK(count == 0);
    Shape** shapes = (Shape**)blocks;
    float *areas, found[64];
    HIP(hipMalloc(&areas, sizeof found));
    make<<<1, 64>>>(shapes);
    measure<<<1, 64>>>(shapes, areas);
    HIP(hipMemcpy(found, areas, sizeof found, hipMemcpyDeviceToHost));
    for (int i = 0; i < 64; i++) CHECK(found[i] == (i % 2 ? i * i : 3 * i));
    puts("OK");
}
