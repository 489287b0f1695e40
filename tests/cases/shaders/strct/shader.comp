#version 310 es
precision highp float; precision highp int; precision highp image2D; precision highp uimage2D;
layout(local_size_x=32) in;
struct P { vec3 p; float m; ivec2 k; uint t[3]; };
layout(std430,binding=0) buffer A { P a[]; };
layout(std430,binding=1) buffer B { P b[]; };
void main(){ uint i=gl_GlobalInvocationID.x; P q=a[i]; q.k=q.k.yx*ivec2(3,-2); q.t[0]^=q.t[2]; q.t[i%3u]+=uint(a.length()); b[i]=q; b[i].k.x+=int(i); }
