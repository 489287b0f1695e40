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
