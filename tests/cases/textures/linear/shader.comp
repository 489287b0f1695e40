#version 310 es
precision highp float; precision highp int; precision highp sampler2D; precision highp sampler2DArray; precision highp sampler3D; precision highp image2D; precision highp uimage2D; precision highp samplerCube;
layout(local_size_x=8,local_size_y=4) in;
layout(binding=0) uniform sampler2D t;
layout(std430,binding=0) buffer B { vec4 b[]; };
void main(){ uvec2 p=gl_GlobalInvocationID.xy; vec2 c=vec2(p)*vec2(.043,.071)-.4; b[p.y*16u+p.x]=textureLod(t,c,0.); }
