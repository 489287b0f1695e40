#version 310 es
precision highp float; precision highp int; precision highp image2D; precision highp uimage2D;
layout(local_size_x=256) in;
layout(std430,binding=0) buffer A { uint a[]; };
layout(std430,binding=1) buffer B { uint b[]; };
shared uint s[256];
void main(){ uint i = gl_GlobalInvocationID.x; uint l = gl_LocalInvocationIndex;
s[l]=a[i]; barrier(); for(uint k=2u;k<=256u;k<<=1) for(uint j=k>>1;j>0u;j>>=1){ uint x=l^j; if(x>l){ uint p=s[l],q=s[x]; bool up=(l&k)==0u; if((p>q)==up){ s[l]=q; s[x]=p; } } barrier(); } b[i]=s[l];}
