#version 310 es
precision highp float; precision highp int; precision highp sampler2D; precision highp sampler2DArray; precision highp sampler3D; precision highp image2D; precision highp uimage2D; precision highp samplerCube;
layout(local_size_x=16) in;
layout(binding=0) uniform sampler2D t; layout(binding=1) uniform sampler2D u; layout(binding=2) uniform sampler2DArray v; layout(binding=3) uniform sampler3D w;
layout(std430,binding=0) buffer B { vec4 b[]; };
void main(){ uint p=gl_GlobalInvocationID.x; float x=float(p)/64.; uint o=p*6u; b[o]=textureLod(t,vec2(x,.3),0.); b[o+1u]=textureLod(u,vec2(.7,x),0.); b[o+2u]=textureLod(v,vec3(x,.4,float(p%4u)),0.); b[o+3u]=textureLod(w,vec3(x,.2,1.-x),0.); b[o+4u]=texelFetch(v,ivec3(p%4u,p%3u,p%3u),0); b[o+5u]=texelFetch(w,ivec3(p%4u,p%3u,p%2u),0)+textureLodOffset(t,vec2(x,.6),0.,ivec2(1,-1)); }
