// Streams, events between them, callbacks, graphs, values that streams wait for, and several threads of the host.
#include "check.h"
#include <atomic>
#include <thread>
#include <vector>

__global__ void add(int* a, int n) { a[threadIdx.x] += n; }
__global__ void wait(volatile int* flag) {
    while (!*flag) {}
}
__global__ void set(int* flag) { *flag = 1; }

static std::atomic<int> called;
static void callback(hipStream_t, hipError_t, void* data) { called += *(int*)data; }

int main() {
    int *a, result[64], ten = 10;
    HIP(hipMalloc(&a, 256));
    HIP(hipMemset(a, 0, 256));
    hipStream_t s, t;
    hipEvent_t e;
    HIP(hipStreamCreate(&s));
    HIP(hipStreamCreate(&t));
    HIP(hipEventCreate(&e));
    for (int k = 0; k < 20; k++) {
        add<<<1, 64, 0, s>>>(a, 1);
        HIP(hipStreamAddCallback(s, callback, &ten, 0));
        HIP(hipEventRecord(e, s));
        HIP(hipStreamWaitEvent(t, e, 0));
        add<<<1, 64, 0, t>>>(a, 2);
        HIP(hipEventRecord(e, t));
        HIP(hipStreamWaitEvent(s, e, 0));
    }
    HIP(hipStreamAddCallback(s, callback, &ten, 0));
    HIP(hipMemcpyAsync(result, a, 256, hipMemcpyDeviceToHost, s));
    HIP(hipStreamSynchronize(s));
    CHECK(result[5] == 60 && called == 210);

    hipGraph_t graph;
    hipGraphExec_t exec;
    HIP(hipStreamBeginCapture(s, hipStreamCaptureModeGlobal));
    add<<<1, 64, 0, s>>>(a, 5);
    add<<<1, 64, 0, s>>>(a, 7);
    HIP(hipStreamEndCapture(s, &graph));
    HIP(hipGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
    for (int k = 0; k < 3; k++) HIP(hipGraphLaunch(exec, s));
    HIP(hipStreamSynchronize(s));
    HIP(hipMemcpy(result, a, 256, hipMemcpyDeviceToHost));
    CHECK(result[63] == 96);

    // A kernel that waits for one of another queue.
    int* flag;
    HIP(hipMalloc(&flag, 4));
    HIP(hipMemset(flag, 0, 4));
    HIP(hipDeviceSynchronize());
    wait<<<1, 64, 0, s>>>(flag);
    set<<<1, 1, 0, t>>>(flag);
    HIP(hipDeviceSynchronize());

    std::vector<std::thread> threads;
    for (int k = 0; k < 4; k++) threads.emplace_back([k] {
        int *mine, out[64];
        hipStream_t stream;
        HIP(hipStreamCreate(&stream));
        HIP(hipMalloc(&mine, 256));
        HIP(hipMemsetAsync(mine, 0, 256, stream));
        for (int i = 0; i < 10; i++) add<<<1, 64, 0, stream>>>(mine, k);
        HIP(hipMemcpyAsync(out, mine, 256, hipMemcpyDeviceToHost, stream));
        HIP(hipStreamSynchronize(stream));
        CHECK(out[9] == 10 * k);
        HIP(hipFree(mine));
        HIP(hipStreamDestroy(stream));
    });
    for (auto& thread : threads) thread.join();
    puts("OK");
}
