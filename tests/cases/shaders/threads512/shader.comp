#version 310 es
precision highp float; precision highp int;
layout(local_size_x=512) in;
layout(std430,binding=0) buffer A { uint a[]; };
layout(std430,binding=1) buffer B { uint b[]; };
shared uint s[512];
void main(){ uint l=gl_LocalInvocationIndex, g=gl_GlobalInvocationID.x; s[l]=a[g]; barrier();
 for(uint n=256u;n>0u;n>>=1){ if(l<n) s[l]=s[l]*3u+s[l+n]; barrier(); }
 if(l==0u) b[gl_WorkGroupID.x]=s[0]; }
