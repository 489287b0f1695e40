#version 310 es
precision highp float; precision highp int; precision highp sampler2D; precision highp sampler2DArray; precision highp sampler3D; precision highp usampler2D; precision highp sampler2DShadow; precision highp sampler2DArrayShadow;
layout(local_size_x=8,local_size_y=4) in;
layout(binding=0) uniform usampler2D t; layout(binding=1) uniform sampler2D f;
layout(std430,binding=0) buffer B { uvec4 b[]; };
void main(){ uvec2 p=gl_GlobalInvocationID.xy; ivec2 q=ivec2(p); uint o=(p.y*8u+p.x)*2u; b[o]=texelFetch(t,q,0)+uvec4(textureSize(f,0),q); b[o+1u]=floatBitsToUint(texelFetchOffset(f,q,0,ivec2(0,1))); }
