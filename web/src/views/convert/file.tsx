// A file that was dropped: its images, their kernels and their code.

import { useEffect, useState } from "preact/hooks";
import { create, type Remote } from "../../api/remote";
import type { ImageInfo, ImageView, OpenFile } from "../../api/types";
import { pack } from "../../app/link";
import { notify } from "../../app/notices";
import { address, go } from "../../app/router";
import { settings, useSettings } from "../../app/settings";
import { Store, useStore } from "../../app/store";
import { recognized } from "./conversion";
import { Image } from "./image";
import { Scroll } from "../../ui/scroll";

/** A file, opened in the worker. */
export interface Opened {
  id: number;
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
  file: Remote<OpenFile>;
  images: ImageInfo[];
}

const opened = new Store<Opened | undefined>(undefined);
export const useOpened = () => useStore(opened);
let next = 1;

/** Opens a file of the user. A text goes to the editor. */
export async function openFile(file: File): Promise<void> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (isText(bytes)) {
    const text = new TextDecoder().decode(bytes);
    const { target, dialect } = settings.value;
    const key = await recognized(text, target, dialect, "text") === "text" ? "s" : "w";
    const { plain, packed } = await pack(text);
    go(address("convert", [], { [key]: plain, [`${key}z`]: packed }));
    return;
  }
  try {
    const made = await create<OpenFile>("OpenFile", file.name, bytes, "");
    const images = await made.images();
    opened.value?.file.free();
    opened.set({ id: next++, name: file.name, bytes, file: made, images });
    go("#/convert/file");
  } catch (error) {
    notify("error", `${file.name} cannot be opened`, error instanceof Error ? error.message : String(error));
  }
}

function isText(bytes: Uint8Array): boolean {
  const start = bytes.subarray(0, 4096);
  return start.length > 0 && start.every((byte) => byte >= 32 || byte === 9 || byte === 10 || byte === 13);
}

/** Lets the user choose a file. */
export function chooseFile(): void {
  document.querySelector<HTMLInputElement>("#file-input")?.click();
}

/** The input behind `chooseFile`; the page has one. */
export function FileInput() {
  return (
    <input id="file-input" type="file" class="visually-hidden" tabIndex={-1} aria-label="Open a file" onChange={(event) => {
      const file = event.currentTarget.files?.[0];
      event.currentTarget.value = "";
      if (file) void openFile(file);
    }} />
  );
}

/** The file with one of its images. */
export function FileView({ opened: { name, bytes, file, images } }: { opened: Opened }) {
  const readable = images.filter((image) => image.target !== null && image.problem === null);
  const [chosen, setChosen] = useState(readable[0]?.image);
  const [dialect, setDialect] = useState("");
  const [view, setView] = useState<ImageView>();
  const [error, setError] = useState<string>();
  const { info } = useSettings();

  useEffect(() => {
    if (chosen === undefined) return;
    let current = true;
    setView(undefined);
    setError(undefined);
    file.image(chosen, dialect).then((found) => current && setView(found), (problem: Error) => current && setError(problem.message));
    return () => { current = false; };
  }, [chosen, dialect]);

  return (
    <div class="stack">
      <div class="row">
        <h1 class="wrap">{name}</h1>
        <span class="muted">{bytes.length.toLocaleString("en")} bytes, {images.length === 1 ? "one image" : `${images.length} images`}</span>
        <span class="grow" />
        {view && view.dialects.length > 1 && (
          <label class="row small">Dialect of the listing
            <select value={view.dialect} onChange={(event) => setDialect(event.currentTarget.value)}>{view.dialects.map((one) => <option key={one}>{one}</option>)}</select>
          </label>
        )}
        <button type="button" onClick={chooseFile}>Open another…</button>
        <a class="button" href="#/convert">Close</a>
      </div>
      {images.length > 1 && <Images images={images} chosen={chosen} onChoose={setChosen} own={info.target} />}
      {readable.length === 0 && <p class="notice warn">No image has code that this page can read{images[0]?.problem && `: ${images[0].problem}`}.</p>}
      {error && <p class="notice error">{error}</p>}
      {chosen !== undefined && !view && !error && <p class="muted">Reading the code…</p>}
      {view && <Image key={`${view.image} ${view.dialect}`} view={view} file={file} name={name} bytes={bytes} />}
    </div>
  );
}

function Images({ images, chosen, onChoose, own }: { images: ImageInfo[]; chosen: number | undefined; onChoose: (image: number) => void; own: string }) {
  return (
    <section class="panel">
      <Scroll class="body  images">
        <table class="lines">
          <caption>Images</caption>
          <thead><tr><th scope="col">Image</th><th scope="col">For</th><th scope="col">Target</th><th scope="col">Kernels</th><th scope="col">Bytes</th><th scope="col">Member</th></tr></thead>
          <tbody>
            {images.map((image) => (
              <tr key={image.image} aria-current={image.image === chosen ? "true" : undefined} data-image={image.image}>
                <th scope="row"><button type="button" class="small" disabled={image.target === null} onClick={() => onChoose(image.image)}>{image.image}</button></th>
                <td class="mono wrap">{image.name}</td><td class="mono">{image.target ?? <span class="muted">not covered</span>}{image.target === own && " ✓"}</td>
                <td>{image.kernels}</td><td>{image.bytes.toLocaleString("en")}</td><td class="wrap">{image.member ?? ""}{image.problem && <span class="tag error">{image.problem}</span>}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </section>
  );
}
