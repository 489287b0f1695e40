#version 310 es
precision highp float; precision highp int; precision highp image2D; precision highp uimage2D;
layout(local_size_x=64) in;
layout(std430,binding=0) buffer A { uint a[]; };
layout(std430,binding=1) buffer B { uint b[]; };
layout(std140,binding=0) uniform U { int n; int st; int lim; float f; ivec4 arr[8]; };
void main(){ uint i = gl_GlobalInvocationID.x; uint l = gl_LocalInvocationIndex;
uint s=0u; for(int k=0;k<n;k++){ s+=a[(i*uint(st)+uint(k))&255u]; if(k>lim) break; } b[i]=s+uint(f*2.0)+uint(arr[int(i)&7].z);}
