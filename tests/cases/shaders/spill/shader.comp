#version 310 es
precision highp float; precision highp int; precision highp image2D; precision highp uimage2D;
layout(local_size_x=32) in;
layout(std430,binding=0) buffer A { float a[]; };
layout(std430,binding=1) buffer B { float b[]; };
void main(){ uint i = gl_GlobalInvocationID.x; uint l = gl_LocalInvocationIndex;
float r[40]; for(int k=0;k<40;k++) r[k]=a[i*40u+uint(k)]; float s=0.0; for(int k=0;k<40;k++) for(int j=0;j<40;j++) s+=r[k]*r[(j*7+k)%40]; int q=int(abs(a[i]*1000.0))%40; b[i]=s+r[q]; for(int k=0;k<8;k++) { r[(q+k)%40]+=s; } float t=0.0; for(int k=0;k<40;k++) t+=r[k]; b[i+64u]=t;}
