#version 310 es
precision highp float; precision highp int; precision highp image2D; precision highp uimage2D;
layout(local_size_x=64) in;
layout(std430,binding=0) buffer A { uint a[]; };
layout(std430,binding=1) buffer B { uint b[]; };
void main(){ uint i = gl_GlobalInvocationID.x; uint l = gl_LocalInvocationIndex;
if(i>=100u) return; uint v=a[i]; if((v&3u)==0u){ b[i]=1u; return; } for(uint k=0u;k<50u;k++){ if(((v>>(k&31u))&5u)==5u){ b[i]=k+100u; return; } } b[i]=9u;}
