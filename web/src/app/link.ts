/** Text in an address: as it is if it is short, else packed with deflate and base64url. */

const READABLE = 300;

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

export async function unpack(packed: string): Promise<string> {
  const binary = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(binary, (char) => char.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Response(stream).text();
}
