#version 310 es
precision highp float; precision highp int;
layout(local_size_x=48) in;
layout(std430,binding=0) buffer A { uint prog[256]; };
layout(std430,binding=1) buffer B { uint b[]; };
uint op(uint o,uint x,uint y){ switch(o&15u){ case 0u: return x+y; case 1u: return x*y; case 2u: return x^y; case 3u: return x>y?x-y:y-x; case 4u: return x<<(y&31u); case 5u: return x>>(y&31u); case 6u: return uint(bitCount(x))+y; case 7u: return bitfieldReverse(x); case 8u: return y==0u?x:x%y; case 9u: return y==0u?x:x/y; case 10u: return uint(findMSB(x)); case 11u: return uint(findLSB(y)); case 12u: return bitfieldExtract(x,int(y&15u),7); case 13u: return bitfieldInsert(x,y,int(y&15u),9); default: return ~x; } }
void main(){ uint g=gl_GlobalInvocationID.x; uint pc=(g*7u)&255u, acc=g, r[4]; r[0]=g; r[1]=3u; r[2]=g*g; r[3]=~g; uint stack[8]; uint sp=0u;
 for(int n=0;n<60;n++){ uint w=prog[pc]; uint k=(w>>4)&3u; 
  if((w&0xf000u)==0xf000u){ stack[sp&7u]=pc; sp++; pc=(w>>16)&255u; continue; }
  if((w&0xf000u)==0xe000u){ if(sp==0u) break; sp--; pc=(stack[sp&7u]+1u)&255u; continue; }
  acc=op(w,acc,r[k]); r[(w>>6)&3u]^=acc; if((w&0x800u)!=0u && (acc&1u)==0u) pc=(pc+((w>>20)&7u))&255u; pc=(pc+1u)&255u; }
 b[g]=acc^r[0]^(r[1]<<1)^(r[2]<<2)^(r[3]<<3)^sp; }
