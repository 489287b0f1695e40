#version 310 es
precision highp float; precision highp int; precision highp sampler2D; precision highp sampler2DArray; precision highp sampler3D; precision highp usampler2D; precision highp sampler2DShadow; precision highp sampler2DArrayShadow;
layout(local_size_x=8,local_size_y=4) in;
layout(binding=0) uniform sampler2D t; layout(binding=1) uniform sampler2D u;
layout(std430,binding=0) buffer B { vec4 b[]; };
void main(){ uvec2 p=gl_GlobalInvocationID.xy; vec2 c=(vec2(p)+.25)/vec2(7.,3.); uint o=(p.y*8u+p.x)*3u; b[o]=textureGrad(t,c,vec2(.02,.01),vec2(.01,.03)); b[o+1u]=textureProjLod(t,vec3(c,1.5),0.); b[o+2u]=textureGradOffset(u,c,vec2(.02),vec2(.01),ivec2(-2,1))+texture(u,c.yx); }
