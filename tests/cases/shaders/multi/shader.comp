#version 310 es
precision highp float; precision highp int; precision highp image2D; precision highp uimage2D;
layout(local_size_x=8,local_size_y=8) in;
layout(std430,binding=0) readonly buffer A { float a[]; };
layout(std430,binding=1) buffer B { float b[]; };
shared float t[10][10];
void main(){ ivec2 g=ivec2(gl_GlobalInvocationID.xy); ivec2 l=ivec2(gl_LocalInvocationID.xy); const int W=32; for(int y=l.y;y<10;y+=8) for(int x=l.x;x<10;x+=8){ ivec2 p=clamp(ivec2(gl_WorkGroupID.xy)*8+ivec2(x,y)-1,ivec2(0),ivec2(W-1)); t[y][x]=a[p.y*W+p.x]; } barrier(); float s=0.0; for(int y=0;y<3;y++) for(int x=0;x<3;x++) s+=t[l.y+y][l.x+x]*float(x+y*3-4); b[g.y*W+g.x]=s; }
