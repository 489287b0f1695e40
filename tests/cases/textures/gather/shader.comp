#version 310 es
precision highp float; precision highp int; precision highp sampler2D; precision highp sampler2DArray; precision highp sampler3D; precision highp image2D; precision highp uimage2D; precision highp samplerCube;
layout(local_size_x=8,local_size_y=4) in;
layout(binding=0) uniform sampler2D t;
layout(std430,binding=0) buffer B { vec4 b[]; };
void main(){ uvec2 p=gl_GlobalInvocationID.xy; vec2 c=(vec2(p)+.25)/vec2(8.,4.); uint o=(p.y*8u+p.x)*2u; b[o]=textureGather(t,c); b[o+1u]=textureGatherOffset(t,c,ivec2(1,-2),2); }
