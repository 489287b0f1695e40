#version 310 es
precision highp float; precision highp int;
layout(local_size_x=64) in;
layout(std430,binding=0) buffer A { float a[]; };
layout(std430,binding=1) buffer B { vec4 b[]; };
void main(){ uint g=gl_GlobalInvocationID.x; float x=a[g], y=a[g^1u]; mat3 m=mat3(x,y,1.,-y,x,.5,.25,.125,x-y); mat3 q=inverse(m)*transpose(m); vec3 v=normalize(vec3(x,y,x*y)+0.01);
 b[g*4u]=vec4(reflect(v,vec3(0,1,0)),determinant(m)); b[g*4u+1u]=vec4(refract(v,normalize(vec3(1,y,2)),.8),length(q[0])*.001); b[g*4u+2u]=vec4(smoothstep(-2.,2.,x),mix(x,y,.3),mod(x,1.7),fract(y)); b[g*4u+3u]=vec4(cross(v,v.yzx),atan(x,y+.001)); }
