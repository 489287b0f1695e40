import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";

/** A long list of rows of one height, of which only those in sight exist. */
export function VirtualList({ count, rowHeight, height, label, show, row }: {
  count: number;
  rowHeight: number;
  /** A CSS length. */
  height: string;
  label: string;
  /** A row to bring into sight. */
  show?: number | undefined;
  row: (index: number) => ComponentChildren;
}) {
  const box = useRef<HTMLDivElement>(null);
  const [range, setRange] = useState<[number, number]>([0, 60]);
  const update = () => {
    const { scrollTop = 0, clientHeight = 600 } = box.current ?? {};
    const first = Math.max(0, Math.floor(scrollTop / rowHeight) - 10);
    const last = Math.min(count, Math.ceil((scrollTop + clientHeight) / rowHeight) + 10);
    setRange((old) => (old[0] === first && old[1] === last ? old : [first, last]));
  };
  useLayoutEffect(update, [count, rowHeight, height]);
  useEffect(() => {
    const element = box.current;
    if (show === undefined || !element) return;
    const top = show * rowHeight;
    if (top < element.scrollTop || top > element.scrollTop + element.clientHeight - 2 * rowHeight) {
      element.scrollTop = Math.max(0, top - element.clientHeight / 3);
    }
    update();
  }, [show]);
  const rows = [];
  for (let index = range[0]; index < Math.min(range[1], count); index++) rows.push(row(index));
  return (
    <div class="virtual" ref={box} style={{ maxHeight: height }} onScroll={update} tabIndex={0} role="region" aria-label={label}>
      <div style={{ height: `${count * rowHeight}px`, position: "relative" }}>
        <div style={{ transform: `translateY(${range[0] * rowHeight}px)` }}>{rows}</div>
      </div>
    </div>
  );
}
