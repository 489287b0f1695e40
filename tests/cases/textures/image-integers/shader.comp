#version 310 es
precision highp float; precision highp int; precision highp sampler2D; precision highp sampler2DArray; precision highp sampler3D; precision highp image2D; precision highp uimage2D; precision highp samplerCube;
layout(local_size_x=8,local_size_y=8) in;
layout(r32ui,binding=0) uniform uimage2D s;
layout(std430,binding=0) buffer B { uint b[]; };
void main(){ ivec2 p=ivec2(gl_GlobalInvocationID.xy); uint v=imageLoad(s,p).x; b[p.y*16+p.x]=v; imageStore(s,p,uvec4(v*3u+uint(p.x))); if(p.x==3&&p.y==5) imageStore(s,ivec2(77,3),uvec4(1u)); }
