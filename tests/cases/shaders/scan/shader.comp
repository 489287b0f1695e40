#version 310 es
precision highp float; precision highp int; precision highp image2D; precision highp uimage2D;
layout(local_size_x=128) in;
layout(std430,binding=0) buffer A { uint a[]; };
layout(std430,binding=1) buffer B { uint b[]; };
shared uint sh[128];
void main(){ uint i = gl_GlobalInvocationID.x; uint l = gl_LocalInvocationIndex;
sh[l]=a[i]; barrier(); for(uint k=1u;k<128u;k<<=1){ uint t=0u; if(l>=k) t=sh[l-k]; barrier(); sh[l]+=t; barrier(); } b[i]=sh[l]; }
