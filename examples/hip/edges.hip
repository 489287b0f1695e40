// Finds the edges of a picture with a texture, and shows it before and after in the terminal.
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

const int width = 64, height = 32;

// The gradient at a pixel: how much the pixels around it differ (Sobel). The texture repeats its edge outside.
__global__ void edges(hipTextureObject_t in, float* out) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    auto at = [&](int dx, int dy) { return tex2D<float>(in, x + dx + 0.5f, y + dy + 0.5f); };
    float across = at(1, -1) + 2 * at(1, 0) + at(1, 1) - at(-1, -1) - 2 * at(-1, 0) - at(-1, 1);
    float along = at(-1, 1) + 2 * at(0, 1) + at(1, 1) - at(-1, -1) - 2 * at(0, -1) - at(1, -1);
    if (x < width && y < height) out[y * width + x] = fminf(sqrtf(across * across + along * along) / 4, 1);
}

static void show(const std::vector<float>& picture) {
    for (int y = 0; y < height; y += 2) {
        for (int x = 0; x < width; x++) {
            float both = (picture[y * width + x] + picture[(y + 1) * width + x]) / 2;
            putchar(" .:-=+*#%@"[(int)(both * 9.99f)]);
        }
        putchar('\n');
    }
}

static void check(hipError_t error) {
    if (error != hipSuccess) printf("%s\n", hipGetErrorString(error)), exit(1);
}

int main() {
    // A disc in front of a ramp.
    std::vector<float> picture(width * height), found(width * height);
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
            bool inside = std::hypot(x - 24.0, 2.0 * (y - 16)) < 18;
            picture[y * width + x] = inside ? 1 : x / 128.0f;
        }
    }
    hipChannelFormatDesc one = hipCreateChannelDesc<float>();
    hipArray_t array;
    check(hipMallocArray(&array, &one, width, height));
    check(hipMemcpy2DToArray(array, 0, 0, picture.data(), width * 4, width * 4, height, hipMemcpyHostToDevice));
    hipResourceDesc resource = {};
    resource.resType = hipResourceTypeArray;
    resource.res.array.array = array;
    hipTextureDesc how = {};
    how.addressMode[0] = how.addressMode[1] = hipAddressModeClamp;
    hipTextureObject_t texels;
    check(hipCreateTextureObject(&texels, &resource, &how, nullptr));
    float* out;
    check(hipMalloc(&out, width * height * 4));
    edges<<<dim3(width / 16, height / 16), dim3(16, 16)>>>(texels, out);
    check(hipMemcpy(found.data(), out, width * height * 4, hipMemcpyDeviceToHost));
    show(picture);
    show(found);
}
