#version 310 es
precision highp float; precision highp int; precision highp image2D; precision highp uimage2D;
layout(local_size_x=256) in;
layout(std430,binding=0) buffer A { uint a[]; };
layout(std430,binding=1) buffer B { uint b[]; };
shared uint sh[256];
void main(){ uint i = gl_GlobalInvocationID.x; uint l = gl_LocalInvocationIndex;
sh[l]=a[i]; barrier(); for(uint k=128u;k>0u;k>>=1){ if(l<k) sh[l]+=sh[l+k]; barrier(); } if(l==0u) b[gl_WorkGroupID.x]=sh[0]; }
