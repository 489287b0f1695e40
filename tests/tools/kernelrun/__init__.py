"""Parts of `kernels.py`: code objects (`code`), their metadata (`metadata`), wavefronts and their start (`wave`)."""
