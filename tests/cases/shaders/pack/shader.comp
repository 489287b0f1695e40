#version 310 es
precision highp float; precision highp int; precision highp image2D; precision highp uimage2D;
layout(local_size_x=64) in;
layout(std430,binding=0) buffer A { float a[]; };
layout(std430,binding=1) buffer B { uint b[]; };
void main(){ uint i = gl_GlobalInvocationID.x; uint l = gl_LocalInvocationIndex;
float x=a[i],y=a[i+1u]; uint k=i*10u; b[k]=packHalf2x16(vec2(x,y)); b[k+1u]=packSnorm2x16(vec2(x,y)*0.13); b[k+2u]=packUnorm2x16(vec2(x,y)*0.1); b[k+3u]=packSnorm4x8(vec4(x,y,x*y,0.3)*0.1); b[k+4u]=packUnorm4x8(vec4(x,y,x*y,0.3)); vec2 h=unpackHalf2x16(b[k]); b[k+5u]=floatBitsToUint(h.x+h.y); b[k+6u]=uint(int(x*100.0)); b[k+7u]=uint(abs(x)*1e3); b[k+8u]=floatBitsToUint(float(int(floatBitsToUint(x)))); b[k+9u]=floatBitsToUint(float(floatBitsToUint(y)));}
