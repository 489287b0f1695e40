import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

/** Something wide: it scrolls, and takes the focus if there is something to scroll, so that keys reach all of it. */
export function Scroll({ class: more = "", children }: { class?: string; children: ComponentChildren }) {
  const box = useRef<HTMLDivElement>(null);
  const [scrolls, setScrolls] = useState(false);
  useEffect(() => {
    const element = box.current!;
    const measure = () => setScrolls(element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1);
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    for (const child of element.children) observer.observe(child);
    return () => observer.disconnect();
  }, []);
  return <div ref={box} class={`scroll-x ${more}`} tabIndex={scrolls ? 0 : undefined}>{children}</div>;
}
