#version 310 es
precision highp float; precision highp int; precision highp image2D; precision highp uimage2D;
layout(local_size_x=64) in;
layout(std430,binding=0) buffer A { uint a[]; };
layout(std430,binding=1) buffer B { uint b[]; };
void main(){ uint i = gl_GlobalInvocationID.x; uint l = gl_LocalInvocationIndex;
uint v=a[i]; uint k=i*12u; b[k]=uint(bitCount(v)); b[k+1u]=uint(findLSB(v)); b[k+2u]=uint(findMSB(v)); b[k+3u]=uint(findMSB(int(v))); b[k+4u]=bitfieldReverse(v); b[k+5u]=bitfieldExtract(v,5,9); b[k+6u]=uint(bitfieldExtract(int(v),7,11)); b[k+7u]=bitfieldInsert(v,a[i+1u],3,13); uint c; b[k+8u]=uaddCarry(v,a[i+1u],c); b[k+9u]=c; uint hi,lo; umulExtended(v,a[i+2u],hi,lo); b[k+10u]=hi; int ih,il; imulExtended(int(v),int(a[i+2u]),ih,il); b[k+11u]=uint(ih)^uint(il);}
