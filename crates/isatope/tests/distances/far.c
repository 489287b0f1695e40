// Branches that the compiler takes for too far for an offset, because of an option.
#define GLOBAL __attribute__((address_space(1)))

__attribute__((amdgpu_kernel)) void far(GLOBAL int *out, int n) {
    int sum = 0;
    for (int i = 0; i < n; i++) {
        sum += out[i] * i;
        if (sum > 1000) {
            out[i] = sum;
            sum -= out[i + 1] ^ out[i + 2];
            if (sum < 10)
                out[i + 3] = sum / 7;
        } else {
            sum ^= out[2 * i];
        }
    }
    out[n] = sum;
}
