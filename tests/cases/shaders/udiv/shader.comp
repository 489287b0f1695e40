#version 310 es
precision highp float; precision highp int; precision highp image2D; precision highp uimage2D;
layout(local_size_x=64) in;
layout(std430,binding=0) buffer A { uint a[]; };
layout(std430,binding=1) buffer B { uint b[]; };
void main(){ uint i = gl_GlobalInvocationID.x; uint l = gl_LocalInvocationIndex;
uint x=a[i], y=a[i+64u]; b[i*4u]= x/(y|1u); b[i*4u+1u]=x%(y>>20|1u); b[i*4u+2u]=uint(int(x)/int(y|1u)); b[i*4u+3u]=uint(int(x)%int((y>>16)|1u));}
