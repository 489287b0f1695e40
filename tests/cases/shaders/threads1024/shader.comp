#version 310 es
precision highp float; precision highp int;
layout(local_size_x=16,local_size_y=8,local_size_z=8) in;
layout(std430,binding=0) buffer A { uint a[]; };
layout(std430,binding=1) buffer B { uint b[]; };
shared uint s[1024];
void main(){ uint l=gl_LocalInvocationIndex; uint g=gl_WorkGroupID.x*1024u+l; s[l]=a[g]^gl_LocalInvocationID.z; barrier(); uint v=0u;
 for(uint k=0u;k<4u;k++){ v=v*5u+s[(l*17u+k*31u)&1023u]; barrier(); s[l]=v+k; barrier(); }
 b[g]=v^(gl_LocalInvocationID.y<<8)^gl_NumWorkGroups.x; }
