#version 310 es
precision highp float; precision highp int; precision highp image2D; precision highp uimage2D;
layout(local_size_x=64) in;
layout(std430,binding=0) buffer A { float a[]; };
layout(std430,binding=1) buffer B { float b[]; };
void main(){ uint i = gl_GlobalInvocationID.x; uint l = gl_LocalInvocationIndex;
mediump float x=a[i]*0.125, y=a[i+1u]*0.125; mediump vec4 v=vec4(x,y,x+y,x-y); mediump vec4 w=v.wzyx*v+vec4(0.5); w=max(w,v.yxwz); w=mix(w,v,step(x,y)); mediump float d=dot(v,w); b[i*4u]=w.x; b[i*4u+1u]=w.y+w.z; b[i*4u+2u]=d; b[i*4u+3u]=abs(w.w)-floor(x)+clamp(y,-0.5,0.5);}
