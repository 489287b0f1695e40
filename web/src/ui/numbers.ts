// Bits of a register as people read them.

export const NOTATIONS = ["hex", "int", "uint", "f32", "f16×2"] as const;
export type Notation = (typeof NOTATIONS)[number];

const scratch = new DataView(new ArrayBuffer(4));

export function toFloat(bits: number): number {
  scratch.setUint32(0, bits);
  return scratch.getFloat32(0);
}

export function halfToNumber(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 31) return fraction ? NaN : sign * Infinity;
  return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1024 + fraction) * 2 ** (exponent - 25);
}

/** A float in few characters; different floats may look the same. */
export function short(value: number): string {
  if (Object.is(value, -0)) return "-0";
  if (!Number.isFinite(value) || Number.isInteger(value) && Math.abs(value) < 1e7) return String(value);
  const size = Math.abs(value);
  return size >= 1e-4 && size < 1e7 ? String(Number(value.toPrecision(6))) : value.toExponential(3);
}

export function written(bits: number, notation: Notation): string {
  switch (notation) {
    case "hex": return bits.toString(16).padStart(8, "0");
    case "int": return String(bits | 0);
    case "uint": return String(bits >>> 0);
    case "f32": return short(toFloat(bits));
    case "f16×2": return `${short(halfToNumber(bits & 0xffff))} ${short(halfToNumber(bits >>> 16))}`;
  }
}

/** The bits of the nearest float of half precision, ties to even. */
export function toHalf(value: number): number {
  if (Number.isNaN(value)) return 0x7e00;
  const sign = value < 0 || Object.is(value, -0) ? 0x8000 : 0;
  const size = Math.abs(value);
  if (size >= 65520) return sign | 0x7c00;
  // Numbers below the smallest normal one have the unit of that one.
  const wide = new DataView(new ArrayBuffer(8));
  wide.setFloat64(0, size);
  const exponent = Math.max(((wide.getUint32(0) >>> 20) & 0x7ff) - 1023, -14);
  const units = toEven(size * 2 ** (10 - exponent));
  return sign | (((exponent + 14) << 10) + units);
}

function toEven(value: number): number {
  const below = Math.floor(value);
  const rest = value - below;
  return rest > 0.5 || (rest === 0.5 && below % 2 === 1) ? below + 1 : below;
}

const INTEGER = /^[+-]?(0x[0-9a-f]+|0b[01]+|0o[0-7]+|\d+)$/i;
const FLOAT = /^[+-]?(\d+\.?\d*(e[+-]?\d+)?|\.\d+(e[+-]?\d+)?|inf(inity)?|nan)$/i;

function float(text: string): number {
  if (!FLOAT.test(text)) throw new Error(`\`${text}\` is no number`);
  const size = text.replace(/^[+-]/, "");
  const value = /^inf/i.test(size) ? Infinity : Number(size);
  return text.startsWith("-") ? -value : value;
}

function word(text: string): number {
  if (!INTEGER.test(text)) throw new Error(`\`${text}\` is no integer`);
  const size = BigInt(text.replace(/^[+-]/, ""));
  const value = text.startsWith("-") ? -size : size;
  if (value < -(1n << 31n) || value >= 1n << 32n) throw new Error(`\`${text}\` does not fit into 32 bits`);
  return Number(BigInt.asUintN(32, value));
}

/**
 * What was typed for a register, as the debugger takes it: numbers mean what the notation says, and become bits. After `0x` they are bits in
 * every notation. Other expressions, such as `v3 + 1`, stay as they are.
 */
export function typed(text: string, notation: Notation): string {
  const value = text.trim();
  const bits = (number: number) => `0x${(number >>> 0).toString(16)}`;
  if (/^0x/i.test(value) && INTEGER.test(value)) return bits(word(value));
  if (notation === "hex") return /^[0-9a-f]+$/i.test(value) ? bits(word(`0x${value}`)) : value;
  const parts = value.split(/[\s,]+/);
  if (!parts.every((part) => INTEGER.test(part) || FLOAT.test(part))) return value;
  if (notation === "f16×2") {
    if (parts.length !== 2) throw new Error(`\`${value}\` is one number: write two, such as \`1.5 2\`, or bits, such as \`0x3c00\``);
    const [low, high] = parts.map((part) => toHalf(float(part)));
    return bits(low! | (high! << 16));
  }
  if (parts.length !== 1) throw new Error(`\`${value}\` is more than one number`);
  if (notation !== "f32") return bits(word(value));
  scratch.setFloat32(0, float(value));
  return bits(scratch.getUint32(0));
}

/** A number as a manifest takes it: text, because numbers of JSON in JavaScript have 53 bits. */
export function manifestNumber(text: string): string {
  const value = text.trim();
  const plain = value.replaceAll("_", "");
  if (INTEGER.test(plain)) return value;
  if (!FLOAT.test(plain)) throw new Error(`\`${text}\` is no number`);
  // An integer may be written as `1e3`.
  const whole = Number(plain);
  return /e/i.test(plain) && Number.isSafeInteger(whole) ? String(whole) : value;
}
