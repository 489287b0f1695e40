#!/usr/bin/env python3
"""Decodes instruction words with only isa.json: mnemonic, operands, modifiers.

    isatope spec export -t gfx900 -o isa.json
    python3 docs/decode.py isa.json gfx900 7f1298f9 00903538
    python3 docs/decode.py isa.json gfx900 < words.txt        # an instruction a line, its words in hexadecimal

It is meant to be read beside docs/isa-json.md, and is plainer than `isatope dis`: bits that have no ordinary spelling are left
out, modifiers with lists are numbers (`op_sel:5`), and a literal is always a bare number.
"""
import argparse
import json
import sys


class Isa:
    """One version of an architecture, and a dialect."""

    def __init__(self, data, target, dialect):
        version = {name: v["name"] for v in data["versions"] for name in [v["name"], *v["names"]]}
        self.version, self.syntax = version[target], data["syntax"]
        self.styles = dict(zip(data["dialects"], data["styles"]))
        self.dialect = dialect or data["dialects"][0 if self.syntax["attached"] else -1]
        by_name = lambda key: {item["name"]: item for item in data[key]}
        self.files, self.registers, self.modifiers = by_name("files"), by_name("registers"), by_name("modifiers")
        self.formats, self.enums = by_name("formats"), by_name("enums")
        self.classes = {c["name"]: self.here(c["codes"]) for c in data["classes"]}
        self.layouts = {f["name"]: layout for f in data["formats"] for layout in self.here(f["layouts"])}
        self.aliases = [a for a in self.here(data["aliases"]) if a["printed"] and a["dialect"] == self.dialect]
        # Encodings with their masks and values; formats of a higher rank come first.
        tables = {}
        for inst in data["instructions"]:
            for encoding in self.here(inst["encodings"]):
                key = self.formats[encoding["format"]].get("rank", 0), int(encoding["mask"], 16)
                tables.setdefault(key, {})[int(encoding["value"], 16)] = inst, encoding["format"]
        self.tables = sorted(tables.items(), key=lambda table: -table[0][0])

    def here(self, items):
        """Entries that hold in this version."""
        return [item for item in items if self.version in item.get("versions", [self.version])]

    def code(self, name, code):
        """Meaning of a code of an operand class."""
        return next((c for c in self.classes[name] if c["first"] <= code <= c["last"]), {"means": "reserved"})

    def word(self, entry):
        """Word of the dialect for a code or for a value of a modifier."""
        return entry.get("spelled", {}).get(self.dialect) or next(iter(entry.get("names", [])), None)

    def register(self, name):
        return self.registers[name].get("spelled", {}).get(self.dialect, name)

    def decode(self, bits, size):
        """Decodes `size` bits with the first word in the low bits; `None` if they do not decode."""
        for (_, mask), table in self.tables:
            inst, format = table.get(bits & mask, (None, None))
            if inst and self.formats[format]["bits"] <= size:
                return Instruction(self, bits, inst, format)
        return None


class Instruction:
    def __init__(self, isa, bits, inst, format):
        self.isa, self.bits, self.inst, self.format = isa, bits, inst, isa.formats[format]
        self.layout = isa.layouts[format]
        self.fields = {f["name"]: f for f in self.layout["fields"]}
        self.slots = self.layout["slots"][: len(inst["operands"])]
        self.uses = self.layout["modifiers"].get(isa.dialect, [])
        # An alias that the dialect prints may imply the values of some fields.
        says = lambda alias: all(self.field(w["field"]) == w["value"] for w in alias["with"])
        aliases = [a for a in isa.aliases if a["name"] == inst["name"] and says(a)]
        alias = (aliases + [{"alias": inst["name"], "with": []}])[0]
        self.name, self.said = alias["alias"], [w["field"] for w in alias["with"]]

    def field(self, name):
        return gather(self.fields[name]["bits"], self.bits)

    def look_up(self, table, depends_on):
        """Entry of a table that is indexed by fields, with the first field in the low bits of the index."""
        place = shift = 0
        for name in depends_on:
            place |= self.field(name) << shift
            shift += width(self.fields[name]["bits"])
        return table[place]

    def text(self):
        several = len({e["format"] for e in self.isa.here(self.inst["encodings"])}) > 1
        mnemonic = self.name + (self.format.get("suffixes", {}).get(self.isa.dialect, "") if several else "")
        modifiers = [text for text in map(self.modifier, (u for u in self.uses if "at" not in u)) if text]
        bits = [b for b in self.layout.get("bare", []) if b["dialect"] == self.isa.dialect and self.field(b["field"])]
        operands, comma = "".join(" " + bare(b["style"], self.field(b["field"]), 32) for b in bits), ""
        for i in self.layout.get("written", {}).get(self.isa.dialect, range(len(self.slots))):
            text = self.operand(i) if i < len(self.slots) and self.slots[i].get("field") not in self.said else None
            if text is not None:
                operands += f"{comma} {text}"
                comma = "" if self.isa.dialect in self.slots[i].get("no_comma", []) else ","
        if self.isa.syntax["attached"]:
            return mnemonic + "".join(modifiers) + operands
        return " ".join([mnemonic + operands, *modifiers])

    # Operands.

    def operand(self, index):
        """Text of an operand; `None` if it is absent."""
        slot = self.slots[index]
        if "register" in slot:
            return self.isa.register(slot["register"])
        for presence in self.layout.get("presences", []):
            if presence["slot"] == index and not self.look_up(presence["table"], presence["depends_on"]):
                otherwise = presence["otherwise"].get(self.isa.dialect)
                if otherwise not in ("always", "optional"):
                    return otherwise["word"] if isinstance(otherwise, dict) else None
        field = self.fields[slot["field"]]
        before = field.get("before", {}).get(self.isa.dialect, "")
        text = self.with_signs(field, self.value(field, self.inst["operands"][index]))
        behind = [self.modifier(use) for use in self.uses if use.get("at") == field["name"]]
        return before + text + "".join(behind)

    def count(self, field, operand):
        """Number of registers of an operand: that of its type, unless fields give another number."""
        for counted in self.layout.get("counted", []):
            if counted["field"] == field["name"]:
                return self.field(counted["by"]) + counted["plus"]
        counts = [c for c in self.layout.get("counts", []) if c["field"] == field["name"]]
        counts = {c.get("dialect"): [self.look_up(row, c["depends_on"]) for row in c["table"]] for c in counts}
        row = counts.get(self.isa.dialect, counts.get(None, []))
        return row[operand["registers"]] if operand["registers"] < len(row) else operand["registers"]

    def value(self, field, operand):
        """Text of the code in the field of an operand."""
        code, bits = self.field(field["name"]), width(field["bits"])
        entry = self.isa.code(field["class"], code)
        n, word, wide = code - entry.get("first", 0), self.isa.word(entry), operand["registers"] > 1
        match entry["means"]:
            case "file":
                first, count = entry["base"] + n * entry["step"], self.count(field, operand)
                prefix = self.isa.files[entry["file"]]["prefix"]
                if between := self.isa.syntax["listed"]:
                    # All registers are written only if a field gives their number.
                    counted = field["name"] in [c["field"] for c in self.layout.get("counted", [])]
                    group = between.join(f"{prefix}{first + i}" for i in range(count if counted else 1))
                    return ("^" if entry.get("last_use") else "") + group
                return f"{prefix}{first}" if count == 1 else f"{prefix}[{first}:{first + count - 1}]"
            case "register":
                name = self.isa.register(entry["register"])
                if self.isa.syntax["listed"]:
                    return f"{name}.w{n}"
                whole = self.isa.registers[entry["register"]]["bits"] <= 32 or self.count(field, operand) > 1
                return name if whole else name + ["_lo", "_hi"][n]
            case "int":
                return str(entry["start"] - n if entry["down"] else entry["start"] + n)
            case "float":
                return repr(entry["value"] if wide else entry["single"])
            case "constant":
                return word or f"0x{entry['value']:X}"
            case "literal":
                return f"{code if bits == 32 else self.bits >> 32:#x}"
            case "attribute":
                return f"attr{code & 63}.{'xyzw'[code >> 6 & 3]}"
            case "value":
                return word
            case "name":
                return word if entry["first"] == entry["last"] else f"{word}{code - entry.get('from', 0)}"
            case "number":
                texts = (self.spelling(s, code) for s in self.isa.here(entry.get("spellings", [])))
                style = entry["styles"][self.isa.dialect]
                return next((t for t in texts if t), None) or self.capital(bare(style, code, bits), style)
        return f"reserved_{code:#x}"

    def capital(self, text, style):
        """A number of an operand with the digits of the dialect."""
        capital = style == "hex" and self.isa.styles[self.isa.dialect]["capital_digits"]
        return "0x" + text[2:].upper() if capital else text

    def spelling(self, spelling, value):
        """A number in a structured spelling; `None` if the spelling cannot express it."""
        if self.isa.dialect not in spelling["dialects"] or value & ~spelling["shown"] != spelling["rest"]:
            return None
        match spelling["form"]:
            case "call":
                arguments = [self.argument(a, value) for a in spelling["arguments"]]
                return None if None in arguments else f"{spelling['name']}({', '.join(arguments)})"
            case "flags":
                return f"{spelling['name']}({','.join(f['name'] for f in spelling['flags'] if value >> f['bit'] & 1)})"
            case "counters":
                counters = spelling["counters"]
                waits = [c for c in counters if gather(c["bits"], value) != (1 << width(c["bits"])) - 1] or counters
                return spelling["separator"].join(f"{c['name']}({gather(c['bits'], value)})" for c in waits)

    def argument(self, argument, value):
        number = gather([argument["bits"]], value) + argument.get("plus", 0)
        names = argument.get("names", {"enum": None, "members": []})
        members = self.isa.here([self.isa.enums[names["enum"]]["members"][i] for i in names["members"]])
        named = [m["printed"].get(self.isa.dialect) for m in members if m["first"] == number]
        return named[0] if any(named) else None if argument["number"] is None else f"{argument['number']}{number}"

    # Modifiers.

    def with_signs(self, field, text):
        """An operand between the modifiers of sources: pairs inside, then prefixes, then functions."""
        for kind in "around", "prefix", "function":
            for use in self.uses:
                modifier = self.isa.modifiers[use["modifier"]]
                if modifier["kind"] == kind and self.field(use["field"]) >> field.get("source", 64) & 1:
                    prefix, function = modifier.get("prefix"), modifier.get("function")
                    if kind == "around":
                        text = text.join(modifier["pairs"][modifier["printed"].get(self.isa.dialect, 0)])
                    # `-4.0` is a separate constant.
                    elif function or text[0] in "-0123456789":
                        text = f"{function or 'neg'}({text})"
                    else:
                        text = prefix + text
        return text

    def modifier(self, use):
        """Text of a modifier after an operand or a mnemonic; empty at its default."""
        modifier, value = self.isa.modifiers[use["modifier"]], self.field(use["field"])
        kind, text, dot = modifier["kind"], modifier["text"], self.isa.syntax["attached"]
        usual = value == use.get("default", 0) and not use.get("always")
        if usual or use["field"] in self.said or kind in ("prefix", "around", "function"):
            return ""
        for word in modifier.get("words", []):
            if word["first"] <= value <= word["last"]:
                name = self.isa.word(word) + follows(word, value - word["first"])
                return f"{text}:{name}" if kind == "named" else dot + name
        if kind in ("flag", "mark") and value == 1:
            return dot + modifier.get("printed", {}).get(self.isa.dialect, text)
        if kind == "number":
            style = ["", "signed_"][modifier["signed"]] + ["decimal", "hex"][self.isa.dialect in modifier["hexadecimal"]]
            return f"{text}:{bare(style, value, width(self.fields[use['field']]['bits']))}"
        return f"{dot}{text}_{value}" if dot else f"{text}:{value}"


def gather(pieces, bits):
    """Concatenates some bit ranges; the first range is the highest."""
    value = 0
    for high, low in pieces:
        value = value << high - low + 1 | bits >> low & (1 << high - low + 1) - 1
    return value


def width(pieces):
    return sum(high - low + 1 for high, low in pieces)


def bare(style, value, bits):
    """A number without a structured spelling."""
    if style == "relative" or style.startswith("signed"):
        value -= value >> bits - 1 << bits
    if style == "relative":
        return f".{4 + 4 * value:+}"
    return f"{value:#x}" if "hex" in style or style == "small" and value > 64 else str(value)


def follows(word, n):
    """The number or the list of numbers after the word of a modifier."""
    form = word.get("followed_by", {})
    if "list" in form:
        count, bits = form["list"]["count"], form["list"]["bits"]
        return f":[{','.join(str(n >> i * bits & (1 << bits) - 1) for i in range(count))}]"
    return f":{form['number'] + n}" if "number" in form else ""


def main():
    parser = argparse.ArgumentParser(description="Decodes instruction words with isa.json.")
    parser.add_argument("isa")
    parser.add_argument("target")
    parser.add_argument("words", nargs="*", help="one instruction; without it, one a line of the standard input")
    parser.add_argument("--dialect", help="of assembly; else LLVM's or Mesa's")
    arguments = parser.parse_args()
    with open(arguments.isa, encoding="utf-8") as file:
        isa = Isa(json.load(file), arguments.target, arguments.dialect)
    for line in [" ".join(arguments.words)] if arguments.words else sys.stdin:
        bits = size = 0
        for word in line.split():
            bits |= int(word, 16) << size
            size += 4 * len(word)
        found = isa.decode(bits, size)
        print(found.text() if found else "not an instruction")


if __name__ == "__main__":
    main()
