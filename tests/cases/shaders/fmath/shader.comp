#version 310 es
precision highp float; precision highp int; precision highp image2D; precision highp uimage2D;
layout(local_size_x=64) in;
layout(std430,binding=0) buffer A { float a[]; };
layout(std430,binding=1) buffer B { float b[]; };
void main(){ uint i = gl_GlobalInvocationID.x; uint l = gl_LocalInvocationIndex;
float x=a[i], y=abs(a[i+1u])+0.25; uint k=i*16u; b[k]=sin(x); b[k+1u]=cos(x); b[k+2u]=exp2(x); b[k+3u]=log2(y); b[k+4u]=pow(y,x*0.5); b[k+5u]=sqrt(y); b[k+6u]=inversesqrt(y); b[k+7u]=x/y; b[k+8u]=floor(x)+fract(y); b[k+9u]=mod(x,y); b[k+10u]=tanh(x*0.25); b[k+11u]=atan(x,y); b[k+12u]=length(vec3(x,y,x*y)); b[k+13u]=smoothstep(-4.0,4.0,x); b[k+14u]=sign(x)*round(y)+trunc(x)+ceil(y)+roundEven(x); b[k+15u]=clamp(mix(x,y,0.3),-2.0,2.0)+step(0.0,x)+min(x,y)*max(x,y);}
