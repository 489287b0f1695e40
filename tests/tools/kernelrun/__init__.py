"""What `kernels.py` is made of: code objects (`code`), their metadata (`metadata`), wavefronts and their start (`wave`)."""
