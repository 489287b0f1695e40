"""GPU instructions of AMD GCN and Arm Mali Valhall: decode, assemble, explain, check and run them.

>>> import isatope as isa
>>> code = isa.assemble("v_bfe_u32 v0, v1, 8, 4", "gfx900")
>>> [i.text("llvm") for i in isa.decode(code, "gfx900")]
['v_bfe_u32 v0, v1, 8, 4']
>>> w = isa.Wave("gfx900")
>>> w.v[1] = 0xABCD
>>> w.run(code)
>>> int(w.v[0, 0])
11
"""

from ._isatope import (
    Argument,
    AssemblyError,
    Changes,
    DecodeError,
    Diagnostic,
    Error,
    Fault,
    Finding,
    Image,
    Instruction,
    Kernel,
    Library,
    Operand,
    Page,
    Run,
    Session,
    Source,
    Target,
    Wave,
    WaveView,
    __version__,
    assemble,
    check,
    decode,
    explain,
    open,
    scan,
    search,
    table,
    targets,
)

__all__ = [
    "Argument",
    "AssemblyError",
    "Changes",
    "DecodeError",
    "Diagnostic",
    "Error",
    "Fault",
    "Finding",
    "Image",
    "Instruction",
    "Kernel",
    "Library",
    "Operand",
    "Page",
    "Run",
    "Session",
    "Source",
    "Target",
    "Wave",
    "WaveView",
    "__version__",
    "assemble",
    "check",
    "decode",
    "explain",
    "open",
    "scan",
    "search",
    "table",
    "targets",
]
