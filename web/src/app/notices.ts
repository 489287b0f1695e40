import { Store } from "./store";

/** Something that the page says beside its views. */
export interface Notice {
  id: number;
  kind: "error" | "info";
  title: string;
  text: string;
}

export const notices = new Store<readonly Notice[]>([]);
/** What a screen reader is told. */
export const announced = new Store("");

let next = 1;

export function notify(kind: Notice["kind"], title: string, text = ""): void {
  const id = next++;
  notices.set([...notices.value.slice(-2), { id, kind, title, text }]);
  announce(title);
  if (kind === "info") setTimeout(() => dismiss(id), 3500);
}

export function dismiss(id: number): void {
  notices.set(notices.value.filter((notice) => notice.id !== id));
}

/** Says something to people who do not see the page. */
export function announce(text: string): void {
  announced.set(text);
}

/** A panic of a module: the instance has been replaced. */
export function panicked(message: string): void {
  notify("error", "The library stopped at a mistake of its own", `${message}. It was started again; what you typed is still there.`);
}
