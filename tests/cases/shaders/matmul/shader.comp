#version 310 es
precision highp float; precision highp int;
layout(local_size_x=8,local_size_y=8) in;
layout(std430,binding=0) buffer A { int a[]; };
layout(std430,binding=1) buffer B { int b[]; };
layout(std430,binding=2) buffer C { int c[]; };
shared int ta[8][8]; shared int tb[8][9];
void main(){ uvec2 l=gl_LocalInvocationID.xy; uint n=gl_NumWorkGroups.x*8u; uint r=gl_GlobalInvocationID.y, q=gl_GlobalInvocationID.x; int v=0;
 for(uint t=0u;t<gl_NumWorkGroups.x;t++){ ta[l.y][l.x]=a[r*n+t*8u+l.x]; tb[l.y][l.x]=b[(t*8u+l.y)*n+q]; barrier();
  for(int k=0;k<8;k++) v+=ta[l.y][k]*tb[k][l.x]; barrier(); }
 c[r*n+q]=v; }
