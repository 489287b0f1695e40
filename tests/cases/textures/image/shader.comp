#version 310 es
precision highp float; precision highp int; precision highp sampler2D; precision highp sampler2DArray; precision highp sampler3D; precision highp image2D; precision highp uimage2D; precision highp samplerCube;
layout(local_size_x=8,local_size_y=8) in;
layout(rgba8,binding=0) readonly uniform image2D s; layout(rgba8,binding=1) writeonly uniform image2D d;
void main(){ ivec2 p=ivec2(gl_GlobalInvocationID.xy); ivec2 n=imageSize(s); vec4 c=imageLoad(s,p)*.5; c+=imageLoad(s,(p+ivec2(1,0))%n)*.25+imageLoad(s,(p+ivec2(0,1))%n)*.25; imageStore(d,ivec2(n.x-1-p.x,p.y),c.wxyz); }
