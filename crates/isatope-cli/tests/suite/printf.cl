// Kernels that print. `__printf_alloc` does what ROCm's library of OpenCL does: it takes room in the buffer of the hidden argument,
// whose first word says how many bytes are taken and whose second one how many there are. No string has a length that is a multiple
// of 4: clang 19 stores those without their end, so that what follows is in the wrong place.
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

#if __AMDGCN_CODE_OBJECT__ < 5
#define HIDDEN 3
#else
#define HIDDEN 9
#endif

global char *__printf_alloc(uint bytes) {
  global uint *buffer = (global uint *)((constant ulong *)__builtin_amdgcn_implicitarg_ptr())[HIDDEN];
  uint taken = __hip_atomic_load(buffer, __ATOMIC_RELAXED, 4);
  do {
    if (taken + bytes + 8 > buffer[1]) return 0;
  } while (!__hip_atomic_compare_exchange_strong(buffer, &taken, taken + bytes, __ATOMIC_RELAXED, __ATOMIC_RELAXED, 4));
  return (global char *)buffer + 8 + taken;
}

kernel void report(global const int *x, float f, double d, global const half *h) {
  uint i = __builtin_amdgcn_workgroup_id_x();
  int n = x[i];
  printf("item %d: %5d|%-5d|%05d|%+d|% d|%x|%#X|%o|%#o|%u|%c|%3c|%-3c|\n", i, n, n, n, n, n, n, n, n, n, n, 'a' + i, 'b', 'c');
  if (i == 0) {
    printf("%f %.2f %e %10.3E %g %G %#g %+.0f %E\n", f, f, d, d, f, d, d, d, d);
    printf("%a %a %.2a %g %g %e %f\n", d, f, d, INFINITY, -INFINITY, NAN, 1e300 * d);
    printf("%s|%10s|%-10s|%.2s|%p|%%\n", "plain", "right", "to left", "cut", (void *)0x1234);
    printf("%ld %lu %lx %hd %hhd %hhu colon: \"quote\" tab\there \\ %s\n", -5000000000L, ~0ul, 0x123456789abcdef0ul, (short)70000, (char)200, (uchar)200, "in: sides");
    printf("%.3d|%8.3x|%-8.3u|%+5.1d|%.0d|\n", 5, 0xabc, 7, 0, 0);
    printf("no arguments\n");
  }
}

kernel void vectors(global const int *x, float f, double d, global const half *h) {
  printf("%v4hlf|%v2hlf|%v3hld|\n", (float4)(1.0f, 2.5f, -0.0f, f), (float2)(f, -f), (int3)(-1, 2, 3));
  printf("%v2hd|%v4hx|%v3hhd|%v2hhu|\n", (short2)(1, -2), (ushort4)(1, 65535, 3, 4), (char3)(1, -1, 3), (uchar2)(1, 255));
  printf("%v2ld|%v2lu|%v2lf|%v2hg|\n", (long2)(5, -5), (ulong2)(5, ~0ul), (double2)(d, -d), (half2)(h[0], h[1]));
  printf("%5v4hld|%-5v2hld|%+.1v2hlf|%#v2hlx|\n", (int4)(1, 2, 3, 4), (int2)(1, 2), (float2)(f, -f), (uint2)(10, 11));
}

// More than the buffer holds.
kernel void flood(global const int *x, float f, double d, global const half *h) {
  for (int i = 0; i < 20000; i++)
    printf("%d %s\n", i,
           "01234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234"
           "012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345");
}
