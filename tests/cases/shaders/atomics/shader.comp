#version 310 es
precision highp float; precision highp int;
layout(local_size_x=64) in;
layout(std430,binding=0) buffer A { uint a[]; };
layout(std430,binding=1) buffer B { uint u[8]; int i[8]; };
layout(std430,binding=2) buffer C { uint c[]; };
shared uint su[8]; shared int si[4];
void main(){ uint g=gl_GlobalInvocationID.x, l=gl_LocalInvocationIndex, v=a[g]; if(l<8u) su[l]=l==2u||l==4u?0xffffffffu:0u; if(l<4u) si[l]=0; barrier();
 atomicAdd(u[0],v); atomicMax(u[1],v); atomicMin(u[2],~v); atomicOr(u[3],v&0x11111111u); atomicAnd(u[4],v|0xffff0000u); atomicXor(u[5],v);
 atomicMin(i[0],int(v)); atomicMax(i[1],int(v)); atomicAdd(i[2],-int(v&255u)); atomicAdd(i[3],1); atomicAdd(i[4],-1); atomicOr(i[5],1);
 atomicAdd(su[0],v); atomicMax(su[1],v); atomicMin(su[2],v); atomicOr(su[3],v); atomicAnd(su[4],v|0xf0u); atomicXor(su[5],v); atomicMin(si[0],int(v)); atomicMax(si[1],int(v));
 uint old=su[6],n; for(int k=0;k<1000;k++){ n=old*2u+1u; uint was=atomicCompSwap(su[6],old,n); if(was==old) break; old=was; }
 uint e=atomicExchange(u[6],7u); barrier();
 if(l<8u) c[gl_WorkGroupID.x*16u+l]=su[l]; if(l<2u) c[gl_WorkGroupID.x*16u+8u+l]=uint(si[l]); if(l==0u) c[gl_WorkGroupID.x*16u+12u]=e*0u+3u; }
