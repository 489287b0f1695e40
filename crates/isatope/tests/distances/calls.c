// Calls, tables of numbers and of functions, and variables, some of which other files can replace.
#define GLOBAL __attribute__((address_space(1)))
#define CONSTANT __attribute__((address_space(4)))
#define HIDDEN __attribute__((visibility("hidden")))
#define KERNEL __attribute__((amdgpu_kernel, visibility("protected")))

typedef int (*function)(int);

CONSTANT const int table[64] = {1, 2, 3, 4, 5, 6, 7, 8};
static CONSTANT const int own[5] = {5, 6, 7, 8, 9};
HIDDEN GLOBAL int counter;
GLOBAL int shared_counter = 7;

HIDDEN __attribute__((noinline)) int f(int x) { return x * 3 + table[x & 63]; }
static __attribute__((noinline)) int g(int x) { return f(x) + 7; }
static __attribute__((noinline)) int h(int x) { return f(x) + 9; }
int elsewhere(int);

static CONSTANT function const functions[] = {g, h, f};

KERNEL void k1(GLOBAL int *out, int n) {
    int i = __builtin_amdgcn_workitem_id_x();
    out[i] = functions[n](i) + g(i) + counter + shared_counter + table[i & 63] + elsewhere(i);
}

KERNEL void k2(GLOBAL int *out, int n) { out[n] = h(n) + table[n & 31] + own[n % 5]; }
