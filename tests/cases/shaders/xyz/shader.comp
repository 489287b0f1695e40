#version 310 es
precision highp float; precision highp int; precision highp image2D; precision highp uimage2D;
layout(local_size_x=4,local_size_y=3,local_size_z=5) in;
layout(std430,binding=0) buffer A { uint a[]; };
layout(std430,binding=1) buffer B { uint b[]; };
void main(){ uint i = gl_GlobalInvocationID.x; uint l = gl_LocalInvocationIndex;
uvec3 g=gl_GlobalInvocationID; uvec3 n=gl_NumWorkGroups*gl_WorkGroupSize; uint k=(g.z*n.y+g.y)*n.x+g.x; b[k]=a[k]^(g.x|g.y<<8|g.z<<16)^(gl_LocalInvocationID.x<<24)^(gl_LocalInvocationID.y<<26)^(gl_LocalInvocationID.z<<28)^(gl_WorkGroupID.x*7u+gl_WorkGroupID.y*31u+gl_WorkGroupID.z*131u)+gl_LocalInvocationIndex;}
