#version 310 es
precision highp float; precision highp int; precision highp image2D; precision highp uimage2D;
layout(local_size_x=64) in;
layout(std430,binding=0) buffer A { uint a[]; };
layout(std430,binding=1) buffer B { uint b[]; };
void main(){ uint i = gl_GlobalInvocationID.x; uint l = gl_LocalInvocationIndex;
uint v=a[i]; uint r=0u; if((v&1u)!=0u){ if((v&2u)!=0u){ if((v&4u)!=0u) r=v*3u; else r=v+7u; } else { if((v&8u)!=0u) r=v>>3; else r=v<<2; } r+=1u; } else { switch((v>>4)&7u){ case 0u: r=1u; break; case 1u: r=v; case 2u: r+=5u; break; case 5u: r=v*v; break; default: r=~v; } } b[i]=r;}
