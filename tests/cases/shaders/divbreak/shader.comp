#version 310 es
precision highp float; precision highp int; precision highp image2D; precision highp uimage2D;
layout(local_size_x=64) in;
layout(std430,binding=0) buffer A { uint a[]; };
layout(std430,binding=1) buffer B { uint b[]; };
void main(){ uint i = gl_GlobalInvocationID.x; uint l = gl_LocalInvocationIndex;
uint s=0u; for(uint k=0u;k<100u;k++){ uint v=a[(i+k)&255u]; if((v&15u)==3u) break; if((v&7u)==1u) continue; if((v&1u)!=0u){ for(uint j=0u;j<(v&3u);j++){ s+=v>>j; if((s&31u)==7u) break; } } else s^=v*k; } b[i]=s;}
