/** Text in an address: as it is if it is short, else packed with deflate and base64url. */

const READABLE = 300;
/** Most bytes of a text that a link unpacks to: a small link can unpack to more than a browser has memory for. */
const MOST = 32 << 20;

export interface Packed {
  /** The text as it is. */
  plain?: string;
  /** The packed text. */
  packed?: string;
}

export async function pack(text: string): Promise<Packed> {
  if (text.length <= READABLE) return { plain: text };
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return { packed: btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "") };
}

/** Unpacks the text of a link. The message of an error is for people. */
export async function unpack(packed: string): Promise<string> {
  try {
    const text = await inflated(packed);
    if (text !== undefined) return text;
  } catch {
    throw new Error("Its text cannot be unpacked.");
  }
  throw new Error(`Its text has more than ${MOST >> 20} MiB.`);
}

/** The text, or `undefined` if it is too long. */
async function inflated(packed: string): Promise<string | undefined> {
  const binary = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(binary, (char) => char.charCodeAt(0));
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (let size = 0; ;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.length;
    if (size > MOST) {
      await reader.cancel();
      return undefined;
    }
    text += decoder.decode(value, { stream: true });
  }
}
