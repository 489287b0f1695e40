#version 310 es
precision highp float; precision highp int;
layout(local_size_x=64) in;
layout(std430,binding=0) buffer A { float a[]; };
layout(std430,binding=1) buffer B { float b[]; };
void main(){ uint g=gl_GlobalInvocationID.x; float x=a[g]; float p=abs(x)+.125; uint o=g*16u;
 b[o]=sinh(x*.5); b[o+1u]=cosh(x*.5); b[o+2u]=tanh(x); b[o+3u]=asinh(x); b[o+4u]=acosh(p+1.); b[o+5u]=atanh(x/9.); b[o+6u]=asin(x/9.); b[o+7u]=acos(x/9.); b[o+8u]=tan(x/9.); b[o+9u]=pow(p,x*.5); b[o+10u]=exp(x); b[o+11u]=log(p); b[o+12u]=inversesqrt(p); b[o+13u]=sqrt(p); b[o+14u]=roundEven(x)+trunc(x)*3.+ceil(x)*5.+floor(x)*7.; b[o+15u]=ldexp(x,int(g&7u)); }
