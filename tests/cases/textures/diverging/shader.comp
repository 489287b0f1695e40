#version 310 es
precision highp float; precision highp int; precision highp sampler2D; precision highp sampler2DArray; precision highp sampler3D; precision highp usampler2D; precision highp sampler2DShadow; precision highp sampler2DArrayShadow;
layout(local_size_x=64) in;
layout(binding=0) uniform sampler2D t[3];
layout(std430,binding=0) buffer B { vec4 b[]; };
void main(){ uint p=gl_GlobalInvocationID.x; vec4 v=vec4(0); v=textureLod(t[0],vec2(float(p)/64.,.1),0.); if((p&3u)!=2u) v+=textureLod(t[1],vec2(.3,float(p)/64.),0.)*2.; else v-=textureLod(t[2],vec2(float(p)*.03,.6),0.); if(p%5u==0u) v=v.wzyx+textureLod(t[1],vec2(.7,float(p)*.05),0.); b[p]=v; }
