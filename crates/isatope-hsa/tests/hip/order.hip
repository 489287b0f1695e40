// Priorities, callbacks, graphs made of nodes, values that streams write and wait for, queries, masks of compute units.
#include "check.h"
#include <atomic>
#include <vector>

__global__ void add(int* a, int n) { a[threadIdx.x] += n; }
__global__ void slow(int* a, int rounds) {
    int x = a[threadIdx.x];
    for (int k = 0; k < rounds; k++) x = x * 3 + 1;
    a[threadIdx.x] = x;
}

static std::atomic<int> calls;
static void count(void* by) { calls += *(int*)by; }
static void counted(hipStream_t, hipError_t, void* by) { count(by); }

int main() {
    int *a, *b, host[64], one = 1;
    HIP(hipMalloc(&a, 256));
    HIP(hipMalloc(&b, 256));
    HIP(hipMemset(a, 0, 256));
    int least, greatest;
    HIP(hipDeviceGetStreamPriorityRange(&least, &greatest));
    CHECK(greatest <= least);
    std::vector<hipStream_t> streams;
    for (int p = greatest; p <= least; p++) {
        hipStream_t s;
        HIP(hipStreamCreateWithPriority(&s, hipStreamNonBlocking, p));
        int found;
        HIP(hipStreamGetPriority(s, &found));
        CHECK(found == p);
        streams.push_back(s);
    }
    uint32_t mask[2] = {0xff, 0};
    hipStream_t few;
    HIP(hipExtStreamCreateWithCUMask(&few, 2, mask));
    streams.push_back(few);
    hipEvent_t e, before, after;
    HIP(hipEventCreateWithFlags(&e, hipEventDisableTiming));
    HIP(hipEventCreate(&before));
    HIP(hipEventCreate(&after));
    for (int k = 0; k < 12; k++) {
        hipStream_t s = streams[k % streams.size()], t = streams[(k + 1) % streams.size()];
        add<<<1, 64, 0, s>>>(a, 1 << k);
        HIP(hipStreamAddCallback(s, counted, &one, 0));
        HIP(hipEventRecord(e, s));
        HIP(hipStreamWaitEvent(t, e, 0));
    }
    for (auto s : streams) HIP(hipStreamSynchronize(s));
    HIP(hipMemcpy(host, a, 256, hipMemcpyDeviceToHost));
    CHECK(host[9] == 4095 && calls == 12);

    // A graph of nodes: memset, two kernels after it, a copy after both, a host function after that.
    hipGraph_t graph;
    hipGraphNode_t set, first, second, copy, call;
    HIP(hipGraphCreate(&graph, 0));
    hipMemsetParams m = {};
    m.dst = b, m.value = 0, m.elementSize = 4, m.width = 64, m.height = 1;
    HIP(hipGraphAddMemsetNode(&set, graph, nullptr, 0, &m));
    int three = 3, five = 5;
    void *with_three[] = {&b, &three}, *with_five[] = {&b, &five};
    hipKernelNodeParams k = {};
    k.func = (void*)add, k.gridDim = dim3(1), k.blockDim = dim3(64), k.kernelParams = with_three;
    HIP(hipGraphAddKernelNode(&first, graph, &set, 1, &k));
    k.kernelParams = with_five;
    HIP(hipGraphAddKernelNode(&second, graph, &first, 1, &k));
    HIP(hipGraphAddMemcpyNode1D(&copy, graph, &second, 1, host, b, 256, hipMemcpyDeviceToHost));
    hipHostNodeParams h = {};
    h.fn = count, h.userData = &one;
    HIP(hipGraphAddHostNode(&call, graph, &copy, 1, &h));
    size_t nodes = 0;
    HIP(hipGraphGetNodes(graph, nullptr, &nodes));
    CHECK(nodes == 5);
    hipGraphExec_t exec;
    HIP(hipGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
    for (int times = 0; times < 3; times++) HIP(hipGraphLaunch(exec, streams[0]));
    HIP(hipStreamSynchronize(streams[0]));
    CHECK(host[0] == 8 && host[63] == 8 && calls == 15);
    HIP(hipGraphExecDestroy(exec));
    HIP(hipGraphDestroy(graph));

    // Values in memory.
    uint32_t* word;
    uint64_t* wide;
    HIP(hipExtMallocWithFlags((void**)&word, 8, hipMallocSignalMemory));
    HIP(hipHostMalloc(&wide, 8));
    *wide = 0;
    HIP(hipStreamWriteValue32(streams[0], word, 0, 0));
    HIP(hipStreamSynchronize(streams[0]));
    HIP(hipMemset(a, 0, 256));
    HIP(hipDeviceSynchronize());
    HIP(hipStreamWaitValue32(streams[1], word, 7, hipStreamWaitValueEq, 0xff));
    add<<<1, 64, 0, streams[1]>>>(a, 2);
    CHECK(hipStreamQuery(streams[1]) == hipErrorNotReady);
    HIP(hipStreamWriteValue32(streams[0], word, 0x107, 0));
    HIP(hipStreamWriteValue64(streams[0], wide, 1ull << 40, 0));
    HIP(hipStreamSynchronize(streams[1]));
    HIP(hipStreamSynchronize(streams[0]));
    CHECK(*wide == 1ull << 40 && hipStreamQuery(streams[1]) == hipSuccess);
    HIP(hipMemcpy(host, a, 256, hipMemcpyDeviceToHost));
    CHECK(host[1] == 2);

    // Times of events are those of the work between them.
    HIP(hipEventRecord(before));
    slow<<<1, 64>>>(a, 20000);
    HIP(hipEventRecord(after));
    hipError_t state = hipEventQuery(after);
    CHECK(state == hipSuccess || state == hipErrorNotReady);
    HIP(hipEventSynchronize(after));
    float ms;
    HIP(hipEventElapsedTime(&ms, before, after));
    CHECK(ms > 0 && ms < 60000);
    for (auto s : streams) HIP(hipStreamDestroy(s));
    // What is wrong is an error of the runtime, and not a crash.
    add<<<1, 2000>>>(a, 1);
    CHECK(hipGetLastError() != hipSuccess);
    hipModule_t module;
    CHECK(hipModuleLoadData(&module, "no code") != hipSuccess);
    (void)hipGetLastError();
    puts("OK");
}
