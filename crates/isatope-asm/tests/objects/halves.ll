; Halves of buffers, two in a register.
target triple = "amdgcn-amd-amdhsa"
declare <4 x half> @llvm.amdgcn.raw.buffer.load.format.v4f16(<4 x i32>, i32, i32, i32)
declare void @llvm.amdgcn.raw.buffer.store.format.v2f16(<2 x half>, <4 x i32>, i32, i32, i32)
declare <4 x half> @llvm.amdgcn.struct.tbuffer.load.v4f16(<4 x i32>, i32, i32, i32, i32, i32)
declare void @llvm.amdgcn.struct.tbuffer.store.v4f16(<4 x half>, <4 x i32>, i32, i32, i32, i32, i32)
declare <4 x half> @llvm.amdgcn.image.load.2d.v4f16.i32(i32, i32, i32, <8 x i32>, i32, i32)
define amdgpu_kernel void @halves(<4 x i32> %buffer, <8 x i32> %image, ptr addrspace(1) %out) {
  %v = call <4 x half> @llvm.amdgcn.raw.buffer.load.format.v4f16(<4 x i32> %buffer, i32 0, i32 0, i32 0)
  store <4 x half> %v, ptr addrspace(1) %out
  %w = shufflevector <4 x half> %v, <4 x half> %v, <2 x i32> <i32 1, i32 2>
  call void @llvm.amdgcn.raw.buffer.store.format.v2f16(<2 x half> %w, <4 x i32> %buffer, i32 0, i32 16, i32 0)
  %t = call <4 x half> @llvm.amdgcn.struct.tbuffer.load.v4f16(<4 x i32> %buffer, i32 1, i32 0, i32 0, i32 78, i32 0)
  %i = call <4 x half> @llvm.amdgcn.image.load.2d.v4f16.i32(i32 15, i32 0, i32 1, <8 x i32> %image, i32 0, i32 0)
  %s = fadd <4 x half> %t, %i
  call void @llvm.amdgcn.struct.tbuffer.store.v4f16(<4 x half> %s, <4 x i32> %buffer, i32 2, i32 0, i32 0, i32 78, i32 0)
  ret void
}
