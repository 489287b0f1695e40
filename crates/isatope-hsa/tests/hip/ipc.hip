// Memory of a device that two processes share.
#include "check.h"
#include <sys/wait.h>
#include <unistd.h>

__global__ void add(int* a, int by) { a[threadIdx.x] += by; }
__global__ void count(int* a) { atomicAdd(a, 1); }

static void send(int to, char byte = 0) { CHECK(write(to, &byte, 1) == 1); }
static void receive(int from) {
    char byte;
    CHECK(read(from, &byte, 1) == 1);
}

int main() {
    int down[2], up[2], status, host[64];
    CHECK(pipe(down) == 0 && pipe(up) == 0);
    pid_t child = fork();
    // If one of the two fails, the other one does not wait for ever.
    close(child == 0 ? down[1] : down[0]);
    close(child == 0 ? up[0] : up[1]);
    if (child == 0) {
        hipIpcMemHandle_t handle;
        CHECK(read(down[0], &handle, sizeof handle) == sizeof handle);
        int* shared;
        HIP(hipIpcOpenMemHandle((void**)&shared, handle, hipIpcMemLazyEnablePeerAccess));
        HIP(hipMemcpy(host, shared, 256, hipMemcpyDeviceToHost));
        for (int i = 0; i < 64; i++) CHECK(host[i] == i + 1);
        add<<<1, 64>>>(shared, 10);
        HIP(hipDeviceSynchronize());
        send(up[1]);
        receive(down[0]);
        count<<<16, 64>>>(shared);
        HIP(hipDeviceSynchronize());
        HIP(hipIpcCloseMemHandle(shared));
        puts("child OK");
        exit(0);
    }
    int *a, *plain;
    HIP(hipMalloc(&plain, 256));
    HIP(hipMalloc(&a, 256));
    for (int i = 0; i < 64; i++) host[i] = i;
    HIP(hipMemcpy(a, host, 256, hipMemcpyHostToDevice));
    add<<<1, 64>>>(a, 1);
    HIP(hipDeviceSynchronize());
    hipIpcMemHandle_t handle, again;
    HIP(hipIpcGetMemHandle(&handle, a));
    HIP(hipIpcGetMemHandle(&again, a));
    CHECK(write(down[1], &handle, sizeof handle) == sizeof handle);
    receive(up[0]);
    // What the child wrote is there, and what is written here is there for the child.
    HIP(hipMemcpy(host, a, 256, hipMemcpyDeviceToHost));
    for (int i = 0; i < 64; i++) CHECK(host[i] == i + 11);
    // Both count at the same time.
    send(down[1]);
    count<<<16, 64>>>(a);
    HIP(hipDeviceSynchronize());
    CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0);
    HIP(hipMemcpy(host, a, 256, hipMemcpyDeviceToHost));
    CHECK(host[0] == 11 + 2 * 16 * 64);
    HIP(hipFree(a));
    HIP(hipFree(plain));
    puts("OK");
}
