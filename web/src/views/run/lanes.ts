// The registers by lane. Thousands of cells: made once, and only what changes is written again.

import { type Notation, written } from "../../ui/numbers";

export interface LaneOptions {
  names: readonly string[];
  lanes: number;
  /** Lanes in a row of the table. */
  columns: number;
  notation: Notation;
  caption: string;
}

export class LaneTable {
  private cells: HTMLTableCellElement[] = [];
  private values = new Uint32Array();
  private active = "";
  private changed: HTMLElement[] = [];
  private options: LaneOptions | undefined;

  /** `onEdit` is called with a register and its lane, `v3[17]`, and what the user typed for it. */
  constructor(private readonly root: HTMLElement, private readonly onEdit: (place: string, value: string) => void) {
    root.addEventListener("dblclick", (event) => this.edit(event.target as HTMLElement));
    root.addEventListener("keydown", (event) => {
      if (event.key === "Enter") this.edit(event.target as HTMLElement);
      else this.move(event);
    });
  }

  /** Puts a field into a cell; Enter takes what is in it, Escape leaves it. */
  private edit(target: HTMLElement): void {
    const cell = target.closest<HTMLElement>("td[data-lane]");
    if (!cell || cell.querySelector("input")) return;
    const { register, lane } = cell.dataset;
    const old = cell.textContent;
    const input = document.createElement("input");
    input.value = old;
    input.ariaLabel = `${register}, lane ${lane}`;
    const close = () => {
      input.onblur = null;
      cell.textContent = old;
      cell.focus();
    };
    input.onblur = close;
    input.onkeydown = (event) => {
      event.stopPropagation();
      if (event.key !== "Enter" && event.key !== "Escape") return;
      const { value } = input;
      close();
      if (event.key === "Enter" && value.trim() !== "" && value !== old) this.onEdit(`${register}[${lane}]`, value);
    };
    cell.replaceChildren(input);
    input.select();
  }

  private move(event: KeyboardEvent): void {
    const cell = event.target as HTMLElement;
    const index = this.cells.indexOf(cell as HTMLTableCellElement);
    if (index < 0 || !this.options) return;
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -this.options.columns, ArrowDown: this.options.columns }[event.key];
    const next = step === undefined ? undefined : this.cells[index + step];
    if (!next) return;
    event.preventDefault();
    cell.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  }

  /** Makes the table again if its shape is another one. */
  layout(options: LaneOptions): void {
    if (JSON.stringify(options) === JSON.stringify(this.options)) return;
    this.options = options;
    const { names, lanes, columns, caption } = options;
    const table = document.createElement("table");
    table.className = "lanes";
    table.createCaption().textContent = caption;
    const head = table.createTHead().insertRow();
    head.append(header("lane", "col"), ...Array.from({ length: columns }, (_, lane) => header(String(lane), "col")));
    this.cells = [];
    const body = table.createTBody();
    for (const name of names) {
      for (let first = 0; first < lanes; first += columns) {
        const row = body.insertRow();
        if (first === 0) row.className = "first";
        row.append(header(first === 0 ? name : `+${first}`, "row"));
        for (let lane = first; lane < Math.min(first + columns, lanes); lane++) {
          const cell = row.insertCell();
          cell.dataset["register"] = name;
          cell.dataset["lane"] = String(lane);
          cell.tabIndex = this.cells.length === 0 ? 0 : -1;
          this.cells.push(cell);
        }
      }
    }
    this.root.replaceChildren(table);
    this.values = new Uint32Array();
    this.active = "";
    this.changed = [];
  }

  /** Shows values: all lanes of the first register, then those of the next. Lanes that are not in `exec` are greyed. */
  update(values: Uint32Array, exec: bigint, mark: boolean): void {
    const { notation, lanes } = this.options!;
    for (const cell of this.changed) cell.classList.remove("changed");
    this.changed = [];
    const fresh = this.values.length !== values.length;
    for (let index = 0; index < this.cells.length; index++) {
      const value = values[index] ?? 0;
      if (!fresh && this.values[index] === value) continue;
      const cell = this.cells[index]!;
      cell.textContent = written(value, notation);
      if (!fresh && mark) {
        cell.classList.add("changed");
        this.changed.push(cell);
      }
    }
    this.values = values.slice();
    const active = exec.toString(16);
    if (fresh || active !== this.active) {
      this.active = active;
      this.cells.forEach((cell, index) => cell.classList.toggle("off", ((exec >> BigInt(index % lanes)) & 1n) === 0n));
    }
  }
}

function header(text: string, scope: "row" | "col"): HTMLTableCellElement {
  const cell = document.createElement("th");
  cell.scope = scope;
  cell.textContent = text;
  return cell;
}
