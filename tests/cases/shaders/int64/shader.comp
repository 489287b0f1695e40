#version 450
#extension GL_ARB_gpu_shader_int64 : require
layout(local_size_x=32) in;
layout(std430,binding=0) buffer A { uint64_t a[]; };
layout(std430,binding=1) buffer B { uint64_t b[]; };
void main(){ uint g=gl_GlobalInvocationID.x; uint64_t x=a[g], y=a[g^1u]; int64_t s=int64_t(x), t=int64_t(y); uint o=g*10u; b[o]=x+y; b[o+1u]=x-y; b[o+2u]=x*y; b[o+3u]=x<<int(g); b[o+4u]=x>>int(g*2u); b[o+5u]=uint64_t(s>>int(g)); b[o+6u]=s<t?x:y; b[o+7u]=(x^y)&~(x|uint64_t(g)); b[o+8u]=x/(y>>40|1ul); b[o+9u]=uint64_t(s%int64_t(g+3u))+uint64_t(max(s,t)); }
