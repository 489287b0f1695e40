#version 310 es
precision highp float; precision highp int; precision highp image2D; precision highp uimage2D;
layout(local_size_x=64) in;
layout(std430,binding=0) buffer A { uint a[]; };
layout(std430,binding=1) buffer B { uint b[]; };
uint fib(uint n){ uint p=0u,q=1u; for(uint k=0u;k<n;k++){ uint t=p+q; p=q; q=t; } return p; }
uint gcd(uint x,uint y){ while(y!=0u){ uint t=x%y; x=y; y=t; } return x; }
bool isp(uint n){ if(n<2u) return false; for(uint d=2u;d*d<=n;d++) if(n%d==0u) return false; return true; }
void main(){ uint i = gl_GlobalInvocationID.x; uint l = gl_LocalInvocationIndex;
b[i]=fib(a[i]&15u)+gcd(a[i]>>16|1u,a[i+1u]>>16|1u); if(isp(a[i]&1023u)) b[i]|=0x80000000u;}
