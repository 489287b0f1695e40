import { address, go } from "./router";

let wanted = false;

const field = () => document.querySelector<HTMLElement>("[data-search]");

/** Focuses the search field, and goes to the view that has one if none is shown. */
export function focusSearch(): void {
  const shown = field();
  wanted = !shown;
  if (shown) shown.focus();
  else go(address("explore"));
}

/** Called by a view when its search field is there: it takes the focus if a key asked for it before. */
export function searchFieldShown(): void {
  if (wanted) field()?.focus();
  wanted = false;
}
