#version 310 es
precision highp float; precision highp int;
layout(local_size_x=40,local_size_y=3) in;
layout(std430,binding=0) buffer A { int a[]; };
layout(std430,binding=1) buffer B { int b[]; };
int f(int x,int d){ int s=0; for(int i=0;;i++){ if(i>=d) return s; for(int j=0;j<5;j++){ int t=(x>>j)+i; if((t&7)==3) return s-t; if((t&3)==1) break; if((t&15)==6) continue; s+=t*j; } if(s>900) { s-=300; if((x&1)==0) continue; break; } } return s*2; }
void main(){ uint g=gl_WorkGroupID.x*120u+gl_LocalInvocationIndex; int v=a[g]; if(v<0){ b[g]=f(-v&0xffff,7); return; } int r=f(v&0xfff,int(g&15u)); do { r-=3; if(r==100) return; } while((r&5)!=0 && r>-2000); b[g]=r; }
