#version 310 es
precision highp float; precision highp int; precision highp image2D; precision highp uimage2D;
layout(local_size_x=37) in;
layout(std430,binding=0) buffer A { uint a[]; };
layout(std430,binding=1) buffer B { uint b[]; };
shared uint sh[37];
void main(){ uint i = gl_GlobalInvocationID.x; uint l = gl_LocalInvocationIndex;
sh[(l+1u)%37u]=l; memoryBarrierShared(); barrier(); b[i]=a[i]+gl_WorkGroupID.x+sh[l];}
