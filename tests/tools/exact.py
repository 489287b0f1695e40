#!/usr/bin/env python3
"""An exact model of GCN's vector instructions, and the cases made from it.

    exact.py check FILE…       compare the model with cases; the ones it does not know are counted
    exact.py write DIR         write DIR/exact-{integer,float,packed,compare,wave}.jsonl

The model (`gcnmodel/`) is plain Python: integers and fractions, one rounding at a place that can be pointed at. It was
written from public descriptions, apart from Isatope's own `.isa` files, so that an agreement of both says something.
Inputs of which no public source says the outcome are left out (`gcnmodel/doubts.py` lists them).

Needs Python 3.10; `write` also llvm-mc-19, which has to accept every text. Everything random comes from a fixed seed,
so the output is the same in every run.
"""
import json
import shutil
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

from gcnmodel.cases import all_cases
from gcnmodel.compare import differences, line
from gcnmodel.machine import Unsupported, run
from gcnmodel.wave_cases import wave_cases


def rejected(cases):
    """Cases whose text LLVM's assembler rejects."""
    bad = set()
    by_target = defaultdict(list)
    for case in cases:
        by_target[case["target"]].append(case)
    for target, group in by_target.items():
        text = "".join(case["asm"] + "\n" for case in group)
        done = subprocess.run(["llvm-mc-19", "-triple=amdgcn", f"-mcpu={target}", "-filetype=null"], input=text,
                              capture_output=True, text=True)
        for message in done.stderr.splitlines():
            if ": error:" in message:
                number = int(message.split(":")[1])
                case = group[number - 1]
                bad.add(case["id"])
                why = message.split("error:")[1].strip()
                print(f"{case['id']}: {case['asm']}: {why}", file=sys.stderr)
    return bad


def write(folder):
    if not shutil.which("llvm-mc-19"):
        sys.exit("llvm-mc-19 is needed")
    files = defaultdict(list)
    for stem, case in all_cases():
        files[stem].append(case)
    files["wave"] = list(wave_cases())
    for stem, cases in files.items():
        bad = rejected(cases)
        kept = [case for case in cases if case["id"] not in bad]
        path = Path(folder) / f"exact-{stem}.jsonl"
        path.write_text("".join(line(case) for case in kept))
        print(f"{path}: {len(kept)} cases, {path.stat().st_size} bytes, {len(bad)} texts refused by LLVM")
    return 0


def check(paths):
    unknown = wrong = total = 0
    for path in paths:
        for text in Path(path).read_text().splitlines():
            case = json.loads(text)
            total += 1
            try:
                got = run(case["target"], case["asm"], case["regs"])
            except Unsupported:
                unknown += 1
                continue
            for difference in differences(case, got)[:3]:
                print(f"{case['id']}: {case['asm']}: {difference}")
            wrong += bool(differences(case, got))
    print(f"{total} cases, {unknown} not known to the model, {wrong} differ")
    return 1 if wrong else 0


if __name__ == "__main__":
    if len(sys.argv) == 3 and sys.argv[1] == "write":
        sys.exit(write(sys.argv[2]))
    if len(sys.argv) > 2 and sys.argv[1] == "check":
        sys.exit(check(sys.argv[2:]))
    sys.exit(__doc__)
