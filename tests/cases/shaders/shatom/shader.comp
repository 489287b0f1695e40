#version 310 es
precision highp float; precision highp int; precision highp image2D; precision highp uimage2D;
layout(local_size_x=128) in;
layout(std430,binding=0) buffer A { uint a[]; };
layout(std430,binding=1) buffer B { uint b[]; };
shared uint h[16]; shared uint mx;
void main(){ uint i = gl_GlobalInvocationID.x; uint l = gl_LocalInvocationIndex;
if(l<16u) h[l]=0u; barrier(); atomicAdd(h[a[i]&15u],1u); atomicMax(mx,a[i]); barrier(); if(l<16u) b[gl_WorkGroupID.x*16u+l]=h[l];}
