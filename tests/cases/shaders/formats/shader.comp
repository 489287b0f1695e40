#version 310 es
precision highp float; precision highp int;
layout(local_size_x=64) in;
layout(std430,binding=0) buffer A { uint a[]; };
layout(std430,binding=1) buffer B { uint b[]; };
void main(){ uint g=gl_GlobalInvocationID.x; uint x=a[g],y=a[g^5u]; uint o=g*8u; vec4 n=unpackSnorm4x8(x), m=unpackUnorm4x8(y); b[o]=packUnorm4x8(abs(n)); b[o+1u]=packSnorm4x8(m*2.-1.); b[o+2u]=packUnorm2x16(m.xy); b[o+3u]=packSnorm2x16(n.zw); b[o+4u]=packHalf2x16(n.xw*3.); vec2 h=unpackHalf2x16(packHalf2x16(m.yz)); b[o+5u]=floatBitsToUint(h.x); uint lo,hi; umulExtended(x,y,hi,lo); b[o+6u]=hi^(lo>>3); uint c; uint s=uaddCarry(x,y,c); uint bo; uint d=usubBorrow(x,y,bo); int ih,il; imulExtended(int(x),int(y),ih,il); b[o+7u]=s+c*3u+d*5u+bo*7u+uint(ih); }
