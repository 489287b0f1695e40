#version 310 es
precision highp float; precision highp int; precision highp image2D; precision highp uimage2D;
layout(local_size_x=64) in;
layout(std430,binding=0) buffer A { vec4 a[]; };
layout(std430,binding=1) buffer B { vec4 b[]; };
void main(){ uint i = gl_GlobalInvocationID.x; uint l = gl_LocalInvocationIndex;
vec4 v=a[i]; mat4 m=mat4(v,v.yzwx,v.zwxy,v.wxyz); vec4 r=m*v+transpose(m)*v.wzyx; b[i]=r; b[i+64u].xy=v.zw; b[i+128u].xyz=cross(v.xyz,v.yzw); b[i+192u]=vec4(determinant(mat3(m)),dot(v,r),distance(v,r),dot(normalize(v),v));}
