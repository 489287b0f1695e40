// What all programs here use: errors of HIP end the program with 1, and `OK` says that it ended well.
#pragma once
#include <hip/hip_runtime.h>
#include <cstdio>
#include <cstdlib>

#define HIP(call)                                                                                                       \
    do {                                                                                                                \
        hipError_t error_ = (call);                                                                                     \
        if (error_ != hipSuccess) {                                                                                     \
            printf("%s: %s\n", #call, hipGetErrorString(error_));                                                       \
            exit(1);                                                                                                    \
        }                                                                                                               \
    } while (0)

#define CHECK(condition)                                                                                                \
    do {                                                                                                                \
        if (!(condition)) {                                                                                             \
            printf("%d: %s\n", __LINE__, #condition);                                                                   \
            exit(1);                                                                                                    \
        }                                                                                                               \
    } while (0)
