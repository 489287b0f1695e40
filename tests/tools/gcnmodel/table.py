"""The table of operations: a name, what it writes and reads, and a function of one lane.

A lane function gets the context (see `machine.Context`) and its sources: floats as bit patterns, `iN` as signed and
`uN` as unsigned integers, `mask` as a bool. It gives the result, or a tuple where there are several destinations.
"""
TABLE = {}


class Op:
    def __init__(self, name, dst, src, fn, flush="mode", targets=(600, 906), preserve=False, packed=False,
                 wave=False, reads_dst=False, output=True, old=None):
        self.name, self.dst, self.src, self.fn = name, dst.split(), src.split(), fn
        self.flush = flush          # subnormals: by "mode", "always", or "none"
        self.targets = targets      # first and last target
        self.preserve = preserve    # gfx9 keeps the other half of the destination
        self.packed = packed        # works on both halves
        self.wave = wave            # sees operand texts, not lanes
        self.reads_dst = reads_dst  # the old destination is the last source
        self.output = output        # omod and clamp apply to a float result

    def on(self, target):
        return self.targets[0] <= target <= self.targets[1]


def op(name, dst, src, **options):
    """Declares one operation; a name may be several, separated by blanks."""
    def declare(fn):
        for one in name.split():
            TABLE.setdefault(one, []).append(Op(one, dst, src, fn, **options))
        return fn
    return declare


def find(name, target):
    """The operation with this name on a target, or None."""
    return next((o for o in TABLE.get(name, []) if o.on(target)), None)
