import type { ComponentChildren } from "preact";
import { useTools } from "../api/library";

/** Something that needs the assembler or the emulator: drawn when they are there. */
export function NeedsTools({ children }: { children: ComponentChildren }) {
  const { ready, error } = useTools();
  if (error) return <p class="notice error">The assembler and the emulator cannot be loaded: {error}</p>;
  return ready ? <>{children}</> : <p class="muted loading">Loading the assembler and the emulator…</p>;
}
