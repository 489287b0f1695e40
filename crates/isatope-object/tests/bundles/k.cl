__kernel void k(__global float *p) { *p = 1; }
