// Compiled twice, with UNIT 1 and 2: both have static names that are equal, and functions that a linker keeps once.
#define GLOBAL __attribute__((address_space(1)))
static int GLOBAL state = UNIT;
static __attribute__((noinline)) int leaf(int x) { return x * 3 + UNIT; }
struct Base { virtual int get(int x) { return leaf(x); } };
struct Derived : Base { int get(int x) override { return x * 2; } };
template <class T> __attribute__((noinline)) T twice(T x) { return x + x; }
inline __attribute__((noinline)) int count(int x) { static int GLOBAL calls = 3; return x + calls++; }
#if UNIT == 1
extern int GLOBAL shared;
__attribute__((noinline)) int both(int x) { return leaf(x) + shared; }
#define KERNEL first
#else
__attribute__((noinline)) int unused(int x) { return x; }
int GLOBAL shared = 7;
int both(int x);
int GLOBAL *GLOBAL places[2] = {&shared, &state};
__attribute__((weak)) int GLOBAL optional = 1;
#define KERNEL second
#endif
extern "C" __attribute__((amdgpu_kernel)) void KERNEL(int GLOBAL *out, int n) {
  Derived derived; Base *base = &derived;
  if (out[0]) { Base other; base = &other; out[1] = base->get(n); }
  out[2] = both(n) + twice<int>(n) + (int)twice<float>(n) + count(n) + state++;
}
