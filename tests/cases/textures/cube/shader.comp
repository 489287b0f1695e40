#version 310 es
precision highp float; precision highp int; precision highp sampler2D; precision highp sampler2DArray; precision highp sampler3D; precision highp image2D; precision highp uimage2D; precision highp samplerCube;
layout(local_size_x=64) in;
layout(binding=0) uniform samplerCube t;
layout(std430,binding=0) buffer A { vec4 a[]; };
layout(std430,binding=1) buffer B { vec4 b[]; };
void main(){ uint p=gl_GlobalInvocationID.x; b[p]=textureLod(t,a[p].xyz,0.); }
