// A program that is compiled while it runs, and its kernel by name.
#include "check.h"
#include <hip/hiprtc.h>
#include <vector>

int main() {
    const char* source = "extern \"C\" __global__ void scale(float* a, float by) { a[threadIdx.x] *= by; }";
    hiprtcProgram program;
    CHECK(hiprtcCreateProgram(&program, source, "scale.cu", 0, nullptr, nullptr) == HIPRTC_SUCCESS);
    hipDeviceProp_t properties;
    HIP(hipGetDeviceProperties(&properties, 0));
    std::string arch = std::string("--gpu-architecture=") + properties.gcnArchName;
    const char* options[] = {arch.c_str()};
    CHECK(hiprtcCompileProgram(program, 1, options) == HIPRTC_SUCCESS);
    size_t size;
    CHECK(hiprtcGetCodeSize(program, &size) == HIPRTC_SUCCESS);
    std::vector<char> code(size);
    CHECK(hiprtcGetCode(program, code.data()) == HIPRTC_SUCCESS);
    hipModule_t module;
    hipFunction_t function;
    HIP(hipModuleLoadData(&module, code.data()));
    HIP(hipModuleGetFunction(&function, module, "scale"));
    CHECK(hipModuleGetFunction(&function, module, "missing") == hipErrorNotFound);
    HIP(hipModuleGetFunction(&function, module, "scale"));
    float host[64], by = 2, *device;
    for (int k = 0; k < 64; k++) host[k] = k;
    HIP(hipMalloc(&device, 256));
    HIP(hipMemcpy(device, host, 256, hipMemcpyHostToDevice));
    struct { float* a; float by; } arguments = {device, by};
    size_t bytes = sizeof arguments;
    void* config[] = {HIP_LAUNCH_PARAM_BUFFER_POINTER, &arguments, HIP_LAUNCH_PARAM_BUFFER_SIZE, &bytes, HIP_LAUNCH_PARAM_END};
    HIP(hipModuleLaunchKernel(function, 1, 1, 1, 64, 1, 1, 0, 0, nullptr, config));
    HIP(hipMemcpy(host, device, 256, hipMemcpyDeviceToHost));
    CHECK(host[63] == 126);
    HIP(hipModuleUnload(module));
    puts("OK");
}
