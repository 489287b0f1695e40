#version 310 es
precision highp float; precision highp int; precision highp sampler2D; precision highp sampler2DArray; precision highp sampler3D; precision highp usampler2D; precision highp sampler2DShadow; precision highp sampler2DArrayShadow;
layout(local_size_x=8,local_size_y=4) in;
layout(binding=0) uniform sampler2DShadow t; layout(binding=1) uniform sampler2DArrayShadow u;
layout(std430,binding=0) buffer B { vec4 b[]; };
void main(){ uvec2 p=gl_GlobalInvocationID.xy; vec2 c=(vec2(p)+.25)/vec2(8.,4.); float r=float(p.x)*.07+float(p.y)*.11; b[p.y*8u+p.x]=vec4(textureLod(t,vec3(c,r),0.), textureLodOffset(t,vec3(c.yx,r),0.,ivec2(1,0)), textureGrad(u,vec4(c,float(p.x%3u),r),vec2(.01,0),vec2(0,.01)), dot(textureGather(t,c.yx,r),vec4(1,2,4,8))); }
