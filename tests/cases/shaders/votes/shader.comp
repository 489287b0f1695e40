#version 450
#extension GL_ARB_shader_group_vote : require
#extension GL_ARB_shader_ballot : require
#extension GL_ARB_gpu_shader_int64 : require
layout(local_size_x=32) in;
layout(std430,binding=0) buffer A { uint a[]; };
layout(std430,binding=1) buffer B { uint b[]; };
void main(){ uint g=gl_GlobalInvocationID.x; uint x=a[g]; uint o=g*6u; b[o]=anyInvocationARB((x&15u)==3u)?1u:0u; b[o+1u]=allInvocationsARB((x&0xf000u)!=0u)?1u:0u; b[o+2u]=uint(ballotARB((x&1u)==1u)); uint r=0u; if((x&2u)!=0u) r=uint(ballotARB((x&4u)!=0u))+readFirstInvocationARB(x); else r=gl_SubGroupInvocationARB; b[o+3u]=r; uint n=0u; for(uint k=0u;k<(x&7u);k++) n+=uint(ballotARB(true)); b[o+4u]=n; b[o+5u]=readInvocationARB(x,(g*5u)&15u)+gl_SubGroupSizeARB; }
