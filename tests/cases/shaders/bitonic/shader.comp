#version 310 es
precision highp float; precision highp int;
layout(local_size_x=128) in;
layout(std430,binding=0) buffer A { uint a[]; };
layout(std430,binding=1) buffer B { uint b[]; };
shared uint s[256];
void main(){ uint l=gl_LocalInvocationIndex, o=gl_WorkGroupID.x*256u; s[l]=a[o+l]; s[l+128u]=a[o+l+128u]; barrier();
 for(uint k=2u;k<=256u;k<<=1) for(uint j=k>>1;j>0u;j>>=1){ uint i=2u*j*(l/j)+l%j; uint x=s[i],y=s[i+j]; bool up=(i&k)==0u; if((x>y)==up){ s[i]=y; s[i+j]=x; } barrier(); }
 b[o+l]=s[l]; b[o+l+128u]=s[l+128u]; }
