#!/usr/bin/env python3
"""Executes bodies of isa.json: runs the worked examples of instructions, in one lane.

    python3 docs/execute.py isa.json gfx900 v_bfe_u32 s_bitset0_b32
    python3 docs/execute.py isa.json gfx900                   # those of all instructions, and only what differs

Values are bit patterns in Python's integers. Arithmetic on floats is not here: an example that comes to it is counted as such.
docs/isa-json.md explains the nodes.
"""
import json
import sys

WORDS = 16  # Words that the registers of an operand have here; operand n starts at register n * WORDS.


class NotHere(Exception):
    """Raised for what this program does not support."""


class Isa:
    def __init__(self, data, target):
        names = [[v["name"], *v["names"]] for v in data["versions"]]
        self.version = next(i for i, known in enumerate(names) if target in known)
        self.data, self.name = data, data["versions"][self.version]["name"]
        by_name = lambda key: {item["name"]: item for item in data[key]}
        self.functions, self.registers, self.formats = by_name("functions"), by_name("registers"), by_name("formats")
        self.enums, self.memories = by_name("enums"), by_name("memories")

    def here(self, items):
        return [item for item in items if self.name in item.get("versions", [self.name])]

    def type(self, name):
        """A type by its name: number of elements, bits per element, and their letter."""
        if name in self.enums:
            return 1, self.enums[name]["bits"], "u"
        if name.startswith("v"):
            digits = 2 if name[2].isdigit() else 1
            return int(name[1 : 1 + digits]), *self.type(name[1 + digits :])[1:]
        return (1, 1, "u") if name == "bool" else (1, int(name[1:]), name[0])

    def width(self, name):
        count, bits, _ = self.type(name)
        return count * bits


class Lane:
    """A machine of one active lane, lane 0, in which every operand is in registers."""

    def __init__(self, isa, inst, encoding):
        self.isa, self.inst, self.program = isa, inst, isa.data["programs"][encoding["program"]]
        format = isa.formats[isa.formats[encoding["format"]].get("runs_as", encoding["format"])]
        layout = isa.here(format["layouts"])[0]
        self.fields = {f["name"]: f.get("default", 0) for f in layout["fields"]}
        self.operands = [[0] * WORDS for _ in inst["operands"]]
        self.registers = {r["name"]: int(r["reset"], 16) if r["reset"] != "lane" else 0 for r in isa.data["registers"]}
        self.files, self.memory, self.answers, self.calls, self.late = {}, {}, {}, {}, []
        moves = {m["field"]: m["by"] for m in layout.get("moves", [])}
        self.moves = [moves.get(slot.get("field")) for slot in layout["slots"][: len(self.operands)]]
        self.moved = [0] * len(self.operands)

    # State.

    def raw(self, operand):
        words = self.operands[operand][self.moved[operand] :][: min(4, self.inst["operands"][operand]["registers"])]
        return sum(word << 32 * i for i, word in enumerate(words))

    def set_raw(self, operand, value, words=None):
        for i in range(words or min(4, self.inst["operands"][operand]["registers"])):
            self.set_word(operand, i, value >> 32 * i)

    def word(self, operand, number):
        return (self.operands[operand][self.moved[operand] :][number : number + 1] or [0])[0]

    def set_word(self, operand, number, value):
        if self.moved[operand] + number < WORDS:
            self.operands[operand][self.moved[operand] + number] = value & 0xFFFFFFFF

    def byte(self, memory, address):
        if (memory, address) not in self.memory and self.isa.memories[memory]["address_bits"] > 32:
            raise AssertionError(f"{memory} has nothing at {address:#x}")
        return self.memory.get((memory, address), 0)

    def load(self, memory, address, size):
        return sum(self.byte(memory, address + i) << 8 * i for i in range(size))

    def store(self, memory, address, size, value):
        for i in range(size):
            self.byte(memory, address + i)
            if (memory, address + i) in self.memory:
                self.memory[memory, address + i] = value >> 8 * i & 255

    def file(self, name, number):
        if number // WORDS < len(self.operands):
            return self.operands[number // WORDS][number % WORDS]
        return self.files.get((name, number), 0)

    def set_file(self, name, number, value):
        if number // WORDS < len(self.operands):
            self.operands[number // WORDS][number % WORDS] = value
        self.files[name, number] = value

    def is_lane_mask(self, register):
        return self.program["runs"] == "lane" and self.isa.registers[register]["mask"]

    # Statements and expressions.

    def run(self):
        self.moved = [0 if by is None else self.value(by, []) for by in self.moves]
        # A mask that a program writes per lane only has the bits of lanes that wrote it.
        masks = {r: 0 for r in self.program["effects"].get("writes", []) if r in self.registers and self.is_lane_mask(r)}
        self.masks = masks
        self.block(self.program["body"], [0] * len(self.program["locals"]))
        for operand, value in self.late:
            self.set_raw(operand, value)
        self.registers.update(masks)
        self.moved = [0] * len(self.operands)

    def block(self, statements, scope):
        for statement in statements:
            self.statement(statement, scope)

    def statement(self, s, scope):
        of = [self.value(e, scope) for e in s.get("of", [])]
        match s["do"]:
            case "set":
                scope[s["local"]] = self.value(s["value"], scope)
            case "set_bits":
                low, value = self.value(s["low"], scope), self.value(s["value"], scope)
                scope[s["local"]] = insert(scope[s["local"]], low, s["width"], value)
            case "if":
                self.block(s["then"] if self.value(s["condition"], scope) else s.get("otherwise", []), scope)
            case "write_operand":
                if "lane" in s and self.value(s["lane"], scope) % self.isa.data["lanes"]:
                    raise NotHere("other lanes")
                self.late.append((s["operand"], self.value(s["value"], scope)))
            case "write_register":
                value, register = self.value(s["value"], scope), s["register"]
                high, low = s.get("bits", (self.isa.registers[register]["bits"] - 1, 0))
                if self.is_lane_mask(register):
                    self.masks[register] = value
                else:
                    self.registers[register] = insert(self.registers[register], low, high - low + 1, value)
            case "write_operand_word":
                self.set_word(s["operand"], *of)
            case "write_file":
                self.set_file(s["file"], *of)
            case "write_memory":
                self.store(s["memory"], of[0], self.isa.width(s["of"][1]["type"]) // 8, of[1])
            case "tell_for":
                if of[0] % self.isa.data["lanes"]:
                    raise NotHere("other lanes")
                self.calls[s["interface"], s["operation"]] = of[1:]
            case "tell":
                self.calls[s["interface"], s["operation"]] = of
            case "call":
                self.call(s["function"], of)

    def call(self, name, arguments):
        function = self.isa.functions[name]
        scope = arguments + [0] * (len(function["locals"]) - len(arguments))
        self.block(function.get("body", []), scope)
        return self.value(function["value"], scope) if "value" in function else 0

    def value(self, e, scope, elements=()):
        """Evaluates an expression to its bits."""
        return self.bits(e, scope, elements) & (1 << self.isa.width(e["type"])) - 1

    def bits(self, e, scope, elements):
        each = lambda e: self.value(e, scope, elements)
        match e["op"]:
            case "const":
                return int(e["bits"], 16)
            case "local":
                return scope[e["local"]]
            case "element":
                return elements[e["source"]]
            case "raw":
                # All lanes hold the same value, except masks: bit 0 belongs to lane 0.
                lane = each(e["lane"]) % self.isa.data["lanes"] if "lane" in e and e["type"] == "bool" else 0
                return self.raw(e["operand"]) >> lane
            case "field":
                return self.fields.get(e["field"], 0)
            case "register":
                return self.registers[e["register"]] >> (e["bits"][1] if "bits" in e else 0)
            case "lane_id":
                return 0
            case "version":
                return self.isa.version
            case "operand_index":
                return e["operand"] * WORDS + self.moved[e["operand"]]
            case "and_also":
                return each(e["of"][0]) and each(e["of"][1])
            case "or_else":
                return each(e["of"][0]) or each(e["of"][1])
            case "if":
                branch = e["then" if each(e["of"][0]) else "otherwise"]
                self.block(branch.get("body", []), scope)
                return each(branch["value"])
        of = [each(operand) for operand in e["of"]]
        match e["op"]:
            case "map":
                return self.map(e, of, scope)
            case "call":
                return self.call(e["function"], of)
            case "operand_word":
                return self.word(e["operand"], of[0])
            case "file_read":
                return self.file(e["file"], of[0])
            case "memory_read":
                return self.load(e["memory"], of[0], self.isa.width(e["type"]) // 8)
            case "ask":
                self.calls[e["interface"], e["operation"]] = of
                return self.answers[e["interface"], e["operation"]]
            case "concat":
                value = 0
                for bits, operand in zip(of, e["of"]):
                    value = value << self.isa.width(operand["type"]) | bits
                return value
        return operation(e["op"], of, *self.isa.type(e["of"][0]["type"]))

    def map(self, e, of, scope):
        count, bits, _ = self.isa.type(e["type"])
        value = 0
        for i in range(count):
            types = [self.isa.type(source["type"]) for source in e["of"]]
            parts = [v >> i * t[1] & (1 << t[1]) - 1 if t[0] > 1 else v for v, t in zip(of, types)]
            value |= self.value(e["each"], scope, parts) << i * bits
        return value


def insert(old, low, width, value):
    mask = (1 << width) - 1
    return old & ~(mask << low) | (value & mask) << low


def operation(op, of, count, bits, letter):
    """Pure operations on bit patterns; the type is that of the first one."""
    a, b = of[0], of[-1]
    number = lambda v: v - (v >> bits - 1 << bits) if letter == "i" else v
    integer = letter != "f" or op in ("not", "bitcast", "slice", "neg")
    if not integer:
        raise NotHere(f"{op} of floats")
    match op:
        case "not": return ~a
        case "neg": return a ^ 1 << bits - 1 if letter == "f" else -a
        case "add": return a + b
        case "sub": return a - b
        case "mul": return a * b
        case "div": return a // b if b else -1
        case "rem": return a % b if b else a
        case "and": return a & b
        case "or": return a | b
        case "xor": return a ^ b
        case "shl": return a << b if b < bits else 0
        case "shr": return number(a) >> min(b, 128)
        case "eq": return a == b
        case "ne": return a != b
        case "lt": return number(a) < number(b)
        case "le": return number(a) <= number(b)
        case "gt": return number(a) > number(b)
        case "ge": return number(a) >= number(b)
        case "slice": return a >> b
        case "resize": return number(a)
        case "bitcast": return a
        case "count_ones": return a.bit_count()
        case "leading_zeros": return bits - a.bit_length()
        case "trailing_zeros": return (a & -a).bit_length() - 1 if a else bits
        case "reverse_bits": return int(f"{a:0{bits}b}"[::-1], 2)
        case "min": return min(a, b, key=number)
        case "max": return max(a, b, key=number)
        case "abs_diff": return abs(number(a) - number(b))
        case "sum": return sum(a >> i * bits & (1 << bits) - 1 for i in range(count))
    raise NotHere(op)


def give(lane, value):
    bits = int(value["bits"], 16)
    match value["is"]:
        case "operand": lane.set_raw(value["operand"], bits, 4)
        case "word": lane.set_word(value["operand"], value["word"], bits)
        case "field": lane.fields[value["name"]] = bits
        case "memory":
            for i in range(value["bytes"]):
                lane.memory[value["memory"], int(value["address"], 16) + i] = bits >> 8 * i & 255
        case "register":
            high, low = value["part"]
            lane.registers[value["register"]] = insert(lane.registers[value["register"]], low, high - low + 1, bits)
        case "answer": lane.answers[value["interface"], value["operation"]] = bits


def result(lane, value):
    match value["is"]:
        case "operand": return lane.raw(value["operand"])
        case "word": return lane.word(value["operand"], value["word"])
        case "memory": return lane.load(value["memory"], int(value["address"], 16), value["bytes"])
        case "register":
            high, low = value["part"]
            return lane.registers[value["register"]] >> low & (1 << high - low + 1) - 1
        case "argument": return lane.calls[value["interface"], value["operation"]][value["argument"]]


def differences(isa, inst, encoding, example):
    """Runs an example and returns the results that differ."""
    lane = Lane(isa, inst, encoding)
    for value in example["expect"]:
        if value["is"] == "memory":
            give(lane, dict(value, bits="0x0"))
    for value in example["given"]:
        give(lane, value)
    lane.run()
    results = [(value, result(lane, value)) for value in example["expect"]]
    return [f"{v['name']} is {got:#x}, not {v['bits']}" for v, got in results if got != int(v["bits"], 16)]


def main():
    path, target, *wanted = sys.argv[1:]
    with open(path, encoding="utf-8") as file:
        isa = Isa(json.load(file), target)
    right = wrong = skipped = 0
    for inst in isa.here(isa.data["instructions"]):
        for example in isa.here(inst["examples"]) if not wanted or inst["name"] in wanted else []:
            meaning = lambda e: isa.formats[e["format"]].get("runs_as", e["format"])
            encodings = [e for e in isa.here(inst["encodings"]) if example.get("format") in (None, meaning(e))]
            encoding = next((e for e in encodings if "program" in e), None)
            if encoding is None:
                continue
            try:
                found = differences(isa, inst, encoding, example)
            except NotHere as what:
                skipped += 1
                found = [f"not run: {what}"] if wanted else []
            else:
                right, wrong = right + (not found), wrong + bool(found)
            if found or wanted:
                print(f"{inst['name']}: {example['text']}: {'; '.join(found) or 'right'}")
    print(f"{right} right, {wrong} wrong, {skipped} not run")
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
