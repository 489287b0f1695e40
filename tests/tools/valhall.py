#!/usr/bin/env python3
"""An exact model of Valhall's arithmetic, and the cases made from it.

    valhall.py check FILE…     compare the model with cases; the ones it does not know are counted
    valhall.py write DIR       write DIR/valhall-{integer,compare,float,convert,permute,memory,edges}.jsonl

The model (`valhallmodel/`) is plain Python: integers and fractions. It was written from public descriptions, apart from Isatope's own
`.isa` files. Everything random comes from a fixed seed, so the output is the same in every run. Needs Python 3.10.
"""
import json
import sys
from pathlib import Path

from gcnmodel.compare import differences, line
from valhallmodel.cases import all_cases
from valhallmodel.machine import run
from valhallmodel.text import Unsupported


def write(folder):
    for stem, cases in all_cases().items():
        path = Path(folder) / f"valhall-{stem}.jsonl"
        path.write_text("".join(line(case) for case in cases))
        print(f"{path}: {len(cases)} cases, {path.stat().st_size} bytes")
    return 0


def check(paths):
    unknown = wrong = total = 0
    for path in paths:
        for text in Path(path).read_text().splitlines():
            case = json.loads(text)
            total += 1
            try:
                got = run(case["asm"], case["regs"])
            except (Unsupported, NotImplementedError) as error:
                print(f"not known: {case['asm']}: {error!r}")
                unknown += 1
                continue
            found = differences(case, got)
            for difference in found[:3]:
                print(f"{case['id']}: {case['asm']}: {difference}")
            wrong += bool(found)
    print(f"{total} cases, {unknown} not known to the model, {wrong} differ")
    return 1 if wrong else 0


if __name__ == "__main__":
    if len(sys.argv) == 3 and sys.argv[1] == "write":
        sys.exit(write(sys.argv[2]))
    if len(sys.argv) > 2 and sys.argv[1] == "check":
        sys.exit(check(sys.argv[2:]))
    sys.exit(__doc__)
