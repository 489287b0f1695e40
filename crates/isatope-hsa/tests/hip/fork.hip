// A process that forks before its first call of HIP: both have a device.
#include "check.h"
#include <sys/wait.h>
#include <unistd.h>

__global__ void add(int* a) { a[threadIdx.x] += threadIdx.x; }

static bool works() {
    int *a, host[64];
    HIP(hipMalloc(&a, 256));
    HIP(hipMemset(a, 0, 256));
    add<<<1, 64>>>(a);
    HIP(hipMemcpy(host, a, 256, hipMemcpyDeviceToHost));
    return host[63] == 63;
}

int main() {
    pid_t child = fork();
    CHECK(works());
    if (child == 0) {
        // A child that ends at once, without any cleaning up.
        int* more;
        HIP(hipMalloc(&more, 256));
        add<<<1, 64>>>(more);
        _exit(7);
    }
    int status;
    CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 7);
    puts("OK");
}
