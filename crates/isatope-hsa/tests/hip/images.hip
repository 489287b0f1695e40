// Arrays, textures and surfaces: points and filters, addresses outside, layers, depth, linear and pitched memory.
#include "check.h"
#include <cmath>
#include <vector>

__global__ void fetch(hipTextureObject_t t, const float* x, const float* y, float4* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = tex2D<float4>(t, x[i], y[i]);
}
__global__ void fetch_one(hipTextureObject_t t, const float* x, const float* y, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = tex2D<float>(t, x[i], y[i]);
}
__global__ void fetch_linear(hipTextureObject_t t, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = tex1Dfetch<int>(t, i);
}
__global__ void fetch_3d(hipTextureObject_t t, float* out, int w, int h, int d) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < w * h * d) out[i] = tex3D<float>(t, i % w + 0.5f, i / w % h + 0.5f, i / w / h + 0.5f);
}
__global__ void fetch_layered(hipTextureObject_t t, float* out, int w, int h, int layers) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < w * h * layers) out[i] = tex2DLayered<float>(t, i % w + 0.5f, i / w % h + 0.5f, i / w / h);
}
__global__ void fetch_1d(hipTextureObject_t t, float* out, int n) {
    int i = threadIdx.x;
    if (i < n) out[i] = tex1D<float>(t, i + 0.5f);
}
__global__ void fetch_bytes(hipTextureObject_t t, float4* out, uchar4* raw, hipTextureObject_t u, int w, int n) {
    int i = threadIdx.x;
    if (i < n) out[i] = tex2D<float4>(t, i % w + 0.5f, i / w + 0.5f), raw[i] = tex2D<uchar4>(u, i % w + 0.5f, i / w + 0.5f);
}
__global__ void turn(hipSurfaceObject_t from, hipSurfaceObject_t to, int w, int h) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    float v;
    surf2Dread(&v, from, x * 4, y);
    surf2Dwrite(v + 1, to, y * 4, x);
}

template <class T> T* device(const std::vector<T>& v) {
    T* d;
    HIP(hipMalloc(&d, v.size() * sizeof(T)));
    HIP(hipMemcpy(d, v.data(), v.size() * sizeof(T), hipMemcpyHostToDevice));
    return d;
}
template <class T> std::vector<T> host(T* d, size_t n) {
    std::vector<T> v(n);
    HIP(hipMemcpy(v.data(), d, n * sizeof(T), hipMemcpyDeviceToHost));
    return v;
}
static hipTextureObject_t object(hipResourceDesc r, hipTextureFilterMode filter, hipTextureAddressMode mode,
                                  bool normalized, hipTextureReadMode read = hipReadModeElementType) {
    hipTextureDesc t = {};
    t.filterMode = filter, t.normalizedCoords = normalized, t.readMode = read;
    for (int k = 0; k < 3; k++) t.addressMode[k] = mode;
    hipTextureObject_t made;
    HIP(hipCreateTextureObject(&made, &r, &t, nullptr));
    return made;
}
static hipResourceDesc of(hipArray_t a) {
    hipResourceDesc r = {};
    r.resType = hipResourceTypeArray, r.res.array.array = a;
    return r;
}
static bool near(float a, float b, float by = 1e-3f) { return std::fabs(a - b) <= by; }

int main() {
    const int w = 37, h = 21;
    // Four floats: points and a filter, clamped; repeated in normalized coordinates; a border.
    std::vector<float4> all(w * h);
    for (int i = 0; i < w * h; i++) all[i] = make_float4(i, i % w, i / w, 1);
    auto four = hipCreateChannelDesc<float4>();
    hipArray_t a;
    HIP(hipMallocArray(&a, &four, w, h));
    HIP(hipMemcpy2DToArray(a, 0, 0, all.data(), w * 16, w * 16, h, hipMemcpyHostToDevice));
    std::vector<float> x, y;
    for (int i = 0; i < 300; i++) x.push_back(-3 + 0.17f * i), y.push_back(25 - 0.11f * i);
    float *dx = device(x), *dy = device(y);
    float4* out;
    const int n = x.size();
    HIP(hipMalloc(&out, n * 16));
    auto clamp = [](int v, int most) { return v < 0 ? 0 : v >= most ? most - 1 : v; };
    auto at = [&](int i, int j) { return all[clamp(j, h) * w + clamp(i, w)]; };
    auto point = object(of(a), hipFilterModePoint, hipAddressModeClamp, false);
    fetch<<<(n + 63) / 64, 64>>>(point, dx, dy, out, n);
    auto got = host(out, n);
    for (int i = 0; i < n; i++) CHECK(got[i].x == at(std::floor(x[i]), std::floor(y[i])).x);
    auto blend = object(of(a), hipFilterModeLinear, hipAddressModeClamp, false);
    fetch<<<(n + 63) / 64, 64>>>(blend, dx, dy, out, n);
    got = host(out, n);
    for (int i = 0; i < n; i++) {
        float fx = x[i] - 0.5f, fy = y[i] - 0.5f, s = fx - std::floor(fx), t = fy - std::floor(fy);
        int u = std::floor(fx), v = std::floor(fy);
        float wanted = (1 - t) * ((1 - s) * at(u, v).y + s * at(u + 1, v).y) + t * ((1 - s) * at(u, v + 1).y + s * at(u + 1, v + 1).y);
        CHECK(near(got[i].y, wanted, 0.02f));
    }
    std::vector<float> nx(n), ny(n);
    for (int i = 0; i < n; i++) nx[i] = x[i] / w, ny[i] = y[i] / h;
    float *dnx = device(nx), *dny = device(ny);
    auto wrap = object(of(a), hipFilterModePoint, hipAddressModeWrap, true);
    fetch<<<(n + 63) / 64, 64>>>(wrap, dnx, dny, out, n);
    got = host(out, n);
    int same = 0;
    for (int i = 0; i < n; i++) {
        int u = ((int)std::floor(nx[i] * w) % w + w) % w, v = ((int)std::floor(ny[i] * h) % h + h) % h;
        same += got[i].x == v * w + u;
    }
    CHECK(same >= n - 3);  // Coordinates right at an edge may be rounded to either side.
    auto border = object(of(a), hipFilterModePoint, hipAddressModeBorder, false);
    fetch<<<(n + 63) / 64, 64>>>(border, dx, dy, out, n);
    got = host(out, n);
    for (int i = 0; i < n; i++) {
        bool inside = x[i] >= 0 && x[i] < w && y[i] >= 0 && y[i] < h;
        CHECK(got[i].w == (inside ? 1 : 0));
    }
    std::vector<float4> back(w * h);
    HIP(hipMemcpy2DFromArray(back.data(), w * 16, a, 0, 0, w * 16, h, hipMemcpyDeviceToHost));
    for (int i = 0; i < w * h; i++) CHECK(back[i].x == i && back[i].y == i % w);
    HIP(hipDestroyTextureObject(point));
    HIP(hipDestroyTextureObject(blend));
    HIP(hipFreeArray(a));

    // Bytes as fractions and as they are.
    std::vector<uchar4> bytes(64);
    for (int i = 0; i < 64; i++) bytes[i] = make_uchar4(i * 4, 255 - i, 7, 128);
    auto byte4 = hipCreateChannelDesc(8, 8, 8, 8, hipChannelFormatKindUnsigned);  // The one of `uchar4` is signed in HIP 5.2.
    HIP(hipMallocArray(&a, &byte4, 8, 8));
    HIP(hipMemcpy2DToArray(a, 0, 0, bytes.data(), 32, 32, 8, hipMemcpyHostToDevice));
    auto fraction = object(of(a), hipFilterModePoint, hipAddressModeClamp, false, hipReadModeNormalizedFloat);
    auto plain = object(of(a), hipFilterModePoint, hipAddressModeClamp, false);
    uchar4* raw;
    HIP(hipMalloc(&raw, 256));
    fetch_bytes<<<1, 64>>>(fraction, out, raw, plain, 8, 64);
    got = host(out, 64);
    auto same_bytes = host(raw, 64);
    for (int i = 0; i < 64; i++) CHECK(near(got[i].x, i * 4 / 255.0f) && near(got[i].y, (255 - i) / 255.0f) && same_bytes[i].x == i * 4 && same_bytes[i].w == 128);
    HIP(hipFreeArray(a));

    // Linear memory, and memory with a pitch.
    std::vector<int> numbers(1000);
    for (int i = 0; i < 1000; i++) numbers[i] = i * i;
    int* linear = device(numbers);
    hipResourceDesc r = {};
    r.resType = hipResourceTypeLinear, r.res.linear.devPtr = linear, r.res.linear.sizeInBytes = 4000;
    r.res.linear.desc = hipCreateChannelDesc<int>();
    int* ints;
    HIP(hipMalloc(&ints, 4000));
    fetch_linear<<<16, 64>>>(object(r, hipFilterModePoint, hipAddressModeClamp, false), ints, 1000);
    CHECK(host(ints, 1000) == numbers);
    std::vector<float> plane(w * h);
    for (int i = 0; i < w * h; i++) plane[i] = 3 * i;
    float* pitched;
    size_t pitch;
    HIP(hipMallocPitch((void**)&pitched, &pitch, w * 4, h));
    HIP(hipMemcpy2D(pitched, pitch, plane.data(), w * 4, w * 4, h, hipMemcpyHostToDevice));
    hipResourceDesc p = {};
    p.resType = hipResourceTypePitch2D, p.res.pitch2D.devPtr = pitched, p.res.pitch2D.desc = hipCreateChannelDesc<float>();
    p.res.pitch2D.width = w, p.res.pitch2D.height = h, p.res.pitch2D.pitchInBytes = pitch;
    float* floats;
    HIP(hipMalloc(&floats, 20000 * 4));
    fetch_one<<<(n + 63) / 64, 64>>>(object(p, hipFilterModePoint, hipAddressModeClamp, false), dx, dy, floats, n);
    auto values = host(floats, n);
    for (int i = 0; i < n; i++) CHECK(values[i] == 3 * (clamp(std::floor(y[i]), h) * w + clamp(std::floor(x[i]), w)));

    // A volume, layers, a row.
    auto one = hipCreateChannelDesc<float>();
    const int d = 5;
    std::vector<float> volume(w * h * d);
    for (int i = 0; i < w * h * d; i++) volume[i] = i + 0.25f;
    hipArray_t v;
    HIP(hipMalloc3DArray(&v, &one, make_hipExtent(w, h, d), 0));
    hipMemcpy3DParms c = {};
    c.srcPtr = make_hipPitchedPtr(volume.data(), w * 4, w, h), c.dstArray = v, c.extent = make_hipExtent(w, h, d), c.kind = hipMemcpyHostToDevice;
    HIP(hipMemcpy3D(&c));
    const int many = w * h * d;
    fetch_3d<<<(many + 63) / 64, 64>>>(object(of(v), hipFilterModePoint, hipAddressModeClamp, false), floats, w, h, d);
    CHECK(host(floats, many) == volume);
    hipArray_t layers;
    HIP(hipMalloc3DArray(&layers, &one, make_hipExtent(w, h, d), hipArrayLayered));
    c.dstArray = layers;
    HIP(hipMemcpy3D(&c));
    HIP(hipMemset(floats, 0, many * 4));
    fetch_layered<<<(many + 63) / 64, 64>>>(object(of(layers), hipFilterModePoint, hipAddressModeClamp, false), floats, w, h, d);
    CHECK(host(floats, many) == volume);
    hipArray_t row;
    HIP(hipMallocArray(&row, &one, 64, 0));
    HIP(hipMemcpy2DToArray(row, 0, 0, volume.data(), 256, 256, 1, hipMemcpyHostToDevice));
    fetch_1d<<<1, 64>>>(object(of(row), hipFilterModePoint, hipAddressModeClamp, false), floats, 64);
    values = host(floats, 64);
    for (int i = 0; i < 64; i++) CHECK(values[i] == volume[i]);

    // Surfaces. Those of HIP 5.2 convert texels to float.
    hipArray_t from, to;
    HIP(hipMallocArray(&from, &one, w, h));
    HIP(hipMallocArray(&to, &one, h, w));
    std::vector<float> square(w * h), turned(w * h);
    for (int i = 0; i < w * h; i++) square[i] = 5 * i;
    HIP(hipMemcpy2DToArray(from, 0, 0, square.data(), w * 4, w * 4, h, hipMemcpyHostToDevice));
    hipSurfaceObject_t sf, st;
    hipResourceDesc rf = of(from), rt = of(to);
    HIP(hipCreateSurfaceObject(&sf, &rf));
    HIP(hipCreateSurfaceObject(&st, &rt));
    turn<<<dim3(3, 2), dim3(16, 16)>>>(sf, st, w, h);
    HIP(hipMemcpy2DFromArray(turned.data(), h * 4, to, 0, 0, h * 4, w, hipMemcpyDeviceToHost));
    for (int j = 0; j < h; j++) for (int i = 0; i < w; i++) CHECK(turned[i * h + j] == 5 * (j * w + i) + 1);
    HIP(hipDestroySurfaceObject(sf));
    puts("OK");
}
