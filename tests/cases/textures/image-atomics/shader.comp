#version 310 es
#extension GL_OES_shader_image_atomic : require
precision highp float; precision highp int; precision highp sampler2D; precision highp sampler2DArray; precision highp sampler3D; precision highp image2D; precision highp uimage2D; precision highp samplerCube;
layout(local_size_x=8,local_size_y=8) in;
layout(r32ui,binding=0) uniform uimage2D s;
layout(std430,binding=0) buffer B { uint b[]; };
void main(){ ivec2 p=ivec2(gl_GlobalInvocationID.xy); imageAtomicAdd(s,p/2,uint(p.x)); imageAtomicMax(s,p/4+ivec2(0,8),b[p.y*16+p.x]); imageAtomicXor(s,ivec2(p.x,15),1u<<p.y); imageAtomicMin(s,ivec2(8+p.x/4,p.y/2),b[p.y*16+p.x]); }
