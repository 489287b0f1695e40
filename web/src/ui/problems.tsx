import { useState } from "preact/hooks";
import { attempt, library } from "../api/library";
import type { Fix, Message } from "../api/types";
import { Markdown, Prose } from "./prose";

/** A list of messages with their codes, and buttons that end them. */
export function Problems({ messages, onFix, onGo, empty }: {
  messages: readonly Message[];
  onFix?: (fix: Fix) => void;
  onGo?: (message: Message) => void;
  empty?: string;
}) {
  const [open, setOpen] = useState<string>();
  if (messages.length === 0) return empty ? <p class="muted small">{empty}</p> : null;
  const explanation = open === undefined ? undefined : attempt(() => library.explain_code(open));
  return (
    <>
      <ul class="problems">
        {messages.map((message, index) => (
          <li key={index} class={message.level}>
            <span class={`tag ${message.level === "note" ? "" : message.level === "error" ? "error" : "warn"}`}>{message.level}</span>
            {message.code && (
              <button type="button" class="small quiet code-button" aria-expanded={open === message.code} title="What this code means"
                onClick={() => setOpen(open === message.code ? undefined : message.code!)}>{message.code}</button>
            )}
            <span class="grow">
              <Prose text={message.message} />
              {message.help && <span class="muted"> — <Prose text={message.help} /></span>}
              {message.place && <>{" "}{onGo ? <button type="button" class="quiet small" onClick={() => onGo(message)}>line {message.place.line}</button> : <span class="muted small">line {message.place.line}</span>}</>}
              {message.notes.map((note) => <span key={note} class="muted small block"><Prose text={note} /></span>)}
            </span>
            {onFix && message.fixes.map((fix) => (
              <button key={fix.title} type="button" class="small primary fix" title={fix.title.replaceAll("`", "")} onClick={() => onFix(fix)}>{label(fix)}</button>
            ))}
          </li>
        ))}
      </ul>
      {explanation && "value" in explanation && <div class="notice small explanation fade"><Markdown text={explanation.value} /></div>}
    </>
  );
}

/** What a fix writes, if that is short; else its title. */
function label(fix: Fix): string {
  return fix.text.length > 0 && fix.text.length <= 32 && !fix.text.includes("\n") ? fix.text.trim() : fix.title.replaceAll("`", "");
}
