import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import AxeBuilder from "@axe-core/playwright";
import { chromium, type Page } from "@playwright/test";
import { expect, open, paste, shown, test, WEB } from "./helpers";

const VIEWS: Record<string, string> = {
  home: "",
  explore: "#/explore",
  page: "#/explore/gcn/instruction/v_mad_f32",
  generations: "#/explore/gcn/instruction/v_mad_f32?tab=generations",
  map: "#/explore/map?t=gfx900",
  convert: "#t=gfx900&d=llvm&s=.Ltop%3A%0Av_mad_f32+v4%2C+v1%2C+-v2%2C+s8%0As_cbranch_scc1+.Ltop%0Av_bfe_u23+v0%2C+v1%2C+v2%2C+v3",
  gallery: "#/run",
  run: "#/run/reduce",
  try: "#/run/try?t=gfx900",
  tours: "#/learn",
  tour: "#/learn/lanes/4",
  waits: "#/learn/waits/1",
};

/** Waits until a view has nothing more to load. */
async function settle(page: Page, view: string): Promise<void> {
  if (["run", "try"].includes(view)) await page.locator("[data-steps]").waitFor();
  if (view === "gallery") await page.locator(".gallery").first().waitFor();
  if (["tour", "waits"].includes(view)) await page.locator("table.lanes td").first().waitFor();
  await page.waitForTimeout(250);
}

for (const scheme of ["light", "dark"] as const) {
  test.describe(scheme, () => {
    test.use({ colorScheme: scheme });
    for (const [view, hash] of Object.entries(VIEWS)) {
      test(`${view}: axe finds nothing`, async ({ page }) => {
        await open(page, hash);
        await settle(page, view);
        mkdirSync(`${WEB}screenshots`, { recursive: true });
        await page.screenshot({ path: `${WEB}screenshots/${view}-${scheme}.png` });
        const { violations } = await new AxeBuilder({ page }).analyze();
        expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(" | ")}`)).toEqual([]);
      });
    }
  });
}

test.describe("a narrow screen", () => {
  test.use({ viewport: { width: 360, height: 740 } });
  for (const [view, hash] of Object.entries(VIEWS)) {
    test(`${view}: nothing is wider than the screen`, async ({ page }) => {
      await open(page, hash);
      await settle(page, view);
      await page.screenshot({ path: `${WEB}screenshots/${view}-narrow.png` });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    });
  }
});

test("keys: between fields, out of the editor, the list of keys", async ({ page }) => {
  await open(page, "#t=gfx803&d=llvm&w=7e020301");
  const first = page.locator("td[data-field]").first();
  await first.focus();
  await page.keyboard.press("ArrowRight");
  await expect(page.locator("td[data-field]").nth(1)).toBeFocused();
  await expect(page.locator("td[data-field]").nth(1)).toHaveAttribute("aria-current", "true");
  await page.keyboard.press("End");
  await expect(page.locator("td[data-field]").last()).toBeFocused();
  await page.locator('[data-pane="text"] .cm-content').click();
  await page.keyboard.press("Escape");
  await expect(page.locator('[data-pane="text"]')).toBeFocused();
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.keyboard.press("g");
  await page.keyboard.press("e");
  await expect(page).toHaveURL(/explore/);
  await page.keyboard.press("/");
  await expect(page.getByRole("searchbox")).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(page.locator(".entry").first()).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.locator(".page-head")).toBeVisible();
});

test("keys: / goes to the search field from every view", async ({ page }) => {
  for (const [view, hash] of Object.entries(VIEWS)) {
    await open(page, hash);
    await settle(page, view);
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page.keyboard.press("/");
    await expect(page).toHaveURL(/explore/);
    await expect(page.getByRole("searchbox")).toBeFocused();
  }
});

test("the page can be used within a second", async ({ browser }) => {
  const times: number[] = [];
  for (let round = 0; round < 5; round++) {
    const page = await (await browser.newContext()).newPage();
    await page.goto("http://localhost:4173/#t=gfx803&w=7e020301");
    await page.locator('[data-field="vdst"]').waitFor();
    times.push(await page.evaluate(() => performance.now()));
    await page.context().close();
  }
  const best = Math.min(...times);
  console.log(`usable after ${best.toFixed(0)} ms`);
  expect(best).toBeLessThan(1000);
});

test("a panic of a module is shown, and the page goes on with a new instance", async ({ page }) => {
  // The first instances stop at the next call of `assemble`, as they do after a panic.
  await page.addInitScript(() => {
    let first = 2;
    const original = WebAssembly.instantiate as (module: WebAssembly.Module, imports?: WebAssembly.Imports) => Promise<WebAssembly.Instance>;
    const scope = globalThis as unknown as { broken?: boolean };
    WebAssembly.instantiate = (async (module: WebAssembly.Module, imports?: WebAssembly.Imports) => {
      if (first-- <= 0) return original(module, imports);
      const { exports } = await original(module, imports);
      const stopping = () => { throw new WebAssembly.RuntimeError("unreachable"); };
      const get = (_: unknown, name: string) => (name === "assemble" && scope.broken ? stopping : exports[name]);
      return { module, instance: { exports: new Proxy({}, { get }) } };
    }) as never;
  });
  await open(page, "#t=gfx900&d=llvm&s=s_nop+0");
  await expect.poll(() => shown(page, "words")).toBe("bf800000");
  await page.evaluate(() => { (globalThis as unknown as { broken: boolean }).broken = true; });
  await paste(page, "text", "s_endpgm");
  await expect(page.locator(".toasts")).toContainText("The library stopped");
  await paste(page, "text", "s_endpgm ");
  await expect.poll(() => shown(page, "words")).toBe("bf810000");
});

test("the picture of the README shows the first page", async ({ page }) => {
  await page.setViewportSize({ width: 1180, height: 790 });
  await open(page);
  await page.locator("td[data-field]").first().waitFor();
  await page.mouse.move(0, 0);
  await page.waitForTimeout(300);
  const path = `${WEB}../docs/web.png`;
  const taken = await page.screenshot(process.env["UPDATE_PICTURE"] ? { path } : {});
  const difference = await page.evaluate(async ([taken, kept]) => {
    const pixels = async (base64: string) => {
      const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${base64}`)).blob());
      const canvas = new OffscreenCanvas(118, 79);
      const context = canvas.getContext("2d")!;
      context.drawImage(image, 0, 0, 118, 79);
      return context.getImageData(0, 0, 118, 79).data;
    };
    const [a, b] = [await pixels(taken!), await pixels(kept!)];
    return a.reduce((sum, value, index) => sum + Math.abs(value - b[index]!), 0) / a.length;
  }, [taken.toString("base64"), readFileSync(path).toString("base64")]);
  // Fonts differ between machines.
  expect(difference).toBeLessThan(12);
});

test.describe("offline", () => {
  test.use({ serviceWorkers: "allow" });
  test("the page opens again without a network", async ({ page, context, errors }) => {
    await open(page, "#t=gfx803&d=llvm&w=7e020301");
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.reload();
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
    await context.setOffline(true);
    await page.reload();
    await expect.poll(() => shown(page, "text")).toBe("v_mov_b32_e32 v1, v1");
    await page.goto("./#/run/vadd");
    await page.locator("[data-steps]").waitFor();
    errors.length = 0;
  });
});

test.describe("one file", () => {
  const file = `file://${WEB}dist-single/index.html`;

  test("opens from a disk and runs", async ({ page }) => {
    await page.goto(`${file}#t=gfx803&w=7e020301`);
    await expect(page.locator('[data-field="vdst"]')).toHaveText("00000001");
    await page.locator('[data-field="vdst"]').hover();
    await expect(page.locator('[data-pane="text"] .linked')).toHaveText("v1");
    await page.goto(`${file}#/run/vadd`);
    await page.locator("[data-steps]").waitFor();
    await page.keyboard.press("s");
    await expect(page.locator("[data-steps]")).toHaveAttribute("data-steps", "1");
  });

  test("prints the field without a browser's window", async () => {
    const path = chromium.executablePath;
    const browser = process.env["CHROMIUM"] ?? "/usr/bin/chromium";
    expect(typeof path).toBe("function");
    const { stdout } = spawnSync(browser, ["--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=5000", "--dump-dom", `${file}#t=gfx803&w=7e020301`], { encoding: "utf8", maxBuffer: 1 << 28 });
    expect(stdout.split("\n").filter((line) => line.includes('data-field="vdst"'))).toHaveLength(1);
  });
});

test("sizes are within their limits", () => {
  const sizes = (folder: string, names: RegExp) =>
    readdirSync(`${WEB}${folder}`).filter((name) => names.test(name)).map((name) => statSync(`${WEB}${folder}/${name}`).size);
  const sum = (list: number[]) => list.reduce((all, size) => all + size, 0);
  const [core, run] = [sum(sizes("src/wasm", /core.*\.gz$/)), sum(sizes("src/wasm", /run.*\.gz$/))];
  const rest = sum(sizes("dist/assets", /\.(css|js)\.gz$/));
  const all = sum(sizes("dist/assets", /\.br$/));
  console.log(`with gzip: core ${core}, the rest of the library ${run}, scripts and styles ${rest}; all with brotli: ${all} bytes`);
  expect(sizes("dist/assets", /\.wasm\.br$/)).toHaveLength(2);
  expect(core).toBeLessThan(1_000_000);
  // The limits of `cargo xtask web`, and one for what is written here.
  expect(core + run).toBeLessThan(3 << 20);
  expect(rest).toBeLessThan(250_000);
  expect(all).toBeLessThan(3_000_000);
});
