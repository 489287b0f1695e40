// What the kernels of printf.cl print, by the printf of C. Vectors are their components with commas between them.
#include <math.h>
#include <stdio.h>
#include <string.h>

static const int x[3] = {42, -7, 0};
static const float f = 2.71828182845904523536f;
static const double d = 1234567.890123;
static const double h[2] = {0.5, -1.5};

static void report(int i) {
  int n = x[i];
  printf("item %d: %5d|%-5d|%05d|%+d|% d|%x|%#X|%o|%#o|%u|%c|%3c|%-3c|\n", i, n, n, n, n, n, n, n, n, n, n, 'a' + i, 'b', 'c');
  if (i == 0) {
    printf("%f %.2f %e %10.3E %g %G %#g %+.0f %E\n", f, f, d, d, f, d, d, d, d);
    printf("%a %a %.2a %g %g %e %f\n", d, f, d, INFINITY, -INFINITY, NAN, 1e300 * d);
    printf("%s|%10s|%-10s|%.2s|%p|%%\n", "plain", "right", "to left", "cut", (void *)0x1234);
    printf("%ld %lu %lx %hd %hhd %hhu colon: \"quote\" tab\there \\ %s\n", -5000000000L, ~0ul, 0x123456789abcdef0ul, (short)70000, (signed char)200, (unsigned char)200, "in: sides");
    printf("%.3d|%8.3x|%-8.3u|%+5.1d|%.0d|\n", 5, 0xabc, 7, 0, 0);
    printf("no arguments\n");
  }
}

static void vectors(void) {
  printf("%f,%f,%f,%f|%f,%f|%d,%d,%d|\n", 1.0, 2.5, -0.0, f, f, -f, -1, 2, 3);
  printf("%hd,%hd|%hx,%hx,%hx,%hx|%hhd,%hhd,%hhd|%hhu,%hhu|\n", 1, -2, 1, 65535, 3, 4, 1, -1, 3, 1, 255);
  printf("%ld,%ld|%lu,%lu|%lf,%lf|%g,%g|\n", 5L, -5L, 5ul, ~0ul, d, -d, h[0], h[1]);
  printf("%5d,%5d,%5d,%5d|%-5d,%-5d|%+.1f,%+.1f|%#x,%#x|\n", 1, 2, 3, 4, 1, 2, f, -f, 10, 11);
}

int main(int count, char **args) {
  if (strcmp(args[1], "report") == 0) {
    for (int i = 0; i < 3; i++) report(i);
  } else {
    vectors();
  }
  return 0;
}
