import { halfToNumber, manifestNumber, toHalf } from "../src/ui/numbers";
import { expect, open, test } from "./helpers";

const steps = (page: import("@playwright/test").Page) => page.locator("[data-steps]").getAttribute("data-steps").then(Number);

test("the Mandelbrot example draws itself", async ({ page }) => {
  await open(page, "#/run/mandelbrot");
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await expect(page.locator(".where")).toContainText("ended", { timeout: 30_000 });
  const colours = await page.locator("canvas[data-picture]").evaluate((canvas: HTMLCanvasElement) => {
    const { data } = canvas.getContext("2d")!.getImageData(0, 0, canvas.width, canvas.height);
    return new Set(new Uint32Array(data.buffer)).size;
  });
  expect(colours).toBeGreaterThan(20);
});

test("steps, back, to the cursor, breakpoints", async ({ page }) => {
  await open(page, "#/run/vadd");
  const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
  await press("Step");
  await expect.poll(() => steps(page)).toBe(1);
  await press("Step");
  await expect.poll(() => steps(page)).toBe(2);
  await press("Back");
  await expect.poll(() => steps(page)).toBe(1);
  await page.locator(".run-code .cm-line", { hasText: "global_store_dword" }).click();
  await press("Breakpoint");
  await expect(page.locator(".sign-break >> visible=true")).toHaveCount(1);
  await press("Run");
  await expect(page.locator(".where")).toContainText("breakpoint");
  await expect(page.locator(".cm-here")).toContainText("global_store_dword");
  expect(await page.locator(".lanes td.changed").count()).toBeGreaterThan(0);
  await press("Breakpoint");
  await press("Restart");
  await expect.poll(() => steps(page)).toBe(0);
  await page.locator(".run-code .cm-line", { hasText: "global_store_dword" }).click();
  await press("To cursor");
  await expect(page.locator(".cm-here")).toContainText("global_store_dword");
});

test("keys drive the run", async ({ page }) => {
  await open(page, "#/run/vadd");
  await page.locator("[data-steps]").waitFor();
  await page.keyboard.press("s");
  await expect.poll(() => steps(page)).toBe(1);
  await page.keyboard.press("b");
  await expect.poll(() => steps(page)).toBe(0);
  await page.keyboard.press("c");
  await expect(page.locator(".where")).toContainText("ended");
});

test("a step takes less than 50 ms", async ({ page }) => {
  await open(page, "#/run/mandelbrot");
  await page.locator("[data-steps]").waitFor();
  const times = await page.evaluate(async () => {
    const count = () => document.querySelector("[data-steps]")!.getAttribute("data-steps");
    const button = () => [...document.querySelectorAll("button")].find((one) => one.textContent === "Step" && !one.disabled);
    const times: number[] = [];
    for (let step = 0; step < 40; step++) {
      while (!button()) await new Promise((resolve) => setTimeout(resolve, 1));
      const before = count();
      const start = performance.now();
      button()!.click();
      while (count() === before) await new Promise((resolve) => setTimeout(resolve, 0));
      times.push(performance.now() - start);
    }
    return times.sort((a, b) => a - b);
  });
  console.log(`a step: best ${times[0]!.toFixed(1)} ms, median ${times[20]!.toFixed(1)} ms, worst ${times[39]!.toFixed(1)} ms`);
  // Other work on the machine only adds to the times, so the faster ones say what the page needs.
  expect(times[4]!).toBeLessThan(50);
});

test("lines of the user run with registers of their own", async ({ page }) => {
  await open(page, "#/run/try?t=gfx900&s=v_add_f32_e32+v2,+v1,+v1&r=v1+%3D+1.5");
  await page.getByRole("button", { name: "Step", exact: true }).click();
  await page.getByRole("button", { name: "f32", exact: true }).click();
  await expect(page.locator('td[data-register="v2"][data-lane="7"]')).toHaveText("3");
  await page.getByRole("button", { name: "64", exact: true }).click();
  await expect(page.locator(".lanes thead th").last()).toHaveText("63");
});

test("a fault is reported", async ({ page }) => {
  await open(page, "#/run/try?t=gfx900&s=v_mov_b32_e32+v2,+0%0Av_mov_b32_e32+v3,+0%0Aglobal_load_dword+v1,+v[2:3],+off");
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await expect(page.getByRole("alert")).toContainText("no allocation");
  await page.getByRole("button", { name: "Back", exact: true }).click();
  await expect(page.locator(".cm-here")).toContainText("global_load_dword");
});

test("every example opens", async ({ page }) => {
  await open(page, "#/run");
  await page.locator(".gallery-title").first().waitFor();
  const links = await page.locator(".gallery-title").evaluateAll((all) => all.map((one) => one.getAttribute("href")!));
  expect(links.length).toBeGreaterThan(15);
  for (const link of links) {
    await page.goto(`./${link}`);
    // The program before has made a step.
    await expect.poll(() => steps(page)).toBe(0);
    await page.keyboard.press("s");
    await expect.poll(() => steps(page)).toBe(1);
  }
});

test("a second link brings its own lines, and Back those of the first", async ({ page }) => {
  const lines = page.getByLabel("Instructions");
  const first = "#/run/try?t=gfx900&s=v_mov_b32_e32+v2,+1&r=v1+%3D+1.5";
  await open(page, first);
  await expect(lines).toHaveValue("v_mov_b32_e32 v2, 1");
  await page.evaluate(() => { location.hash = "#/run/try?t=gfx900&s=v_mov_b32_e32+v7,+9&r=v3+%3D+2%3Bv4+%3D+1"; });
  await expect(lines).toHaveValue("v_mov_b32_e32 v7, 9");
  await expect(page.getByLabel("Registers at the start")).toHaveValue("v3 = 2\nv4 = 1");
  await expect(page.locator(".run-code")).toContainText("v_mov_b32_e32 v7, 9");
  await page.goBack();
  await expect(lines).toHaveValue("v_mov_b32_e32 v2, 1");
  await expect(page.getByLabel("Registers at the start")).toHaveValue("v1 = 1.5");
  // Lines that were started have an address of their own; the link brings its lines all the same.
  await lines.fill("s_nop 0");
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await expect.poll(() => page.url()).toContain("s_nop");
  await page.evaluate((hash) => { location.hash = hash; }, first);
  await expect(lines).toHaveValue("v_mov_b32_e32 v2, 1");
});

test("a link may have a question mark in its lines", async ({ page }) => {
  await open(page, "#/run/try?t=gfx900&s=s_nop+0+//+why?+because");
  await expect(page.getByLabel("Instructions")).toHaveValue("s_nop 0 // why? because");
});

test("addresses of memory are hexadecimal, however they are written", async ({ page }) => {
  await open(page, "#/run/vadd");
  const from = page.getByLabel("from");
  await from.waitFor();
  const start = await from.inputValue();
  const enter = async (text: string) => {
    await from.fill(text);
    await from.press("Enter");
  };
  const first = page.getByLabel("Memory contents").locator("tbody th").first();
  for (const written of [start.replace("0x", "0X"), start.replace("0x", "").toUpperCase(), ` ${start} `]) {
    await enter("0");
    await expect(page.getByLabel("Memory contents")).toContainText("Nothing is allocated");
    await enter(written);
    await expect(first, written).toHaveText(start);
  }
  await enter("0X10");
  await expect(page.getByLabel("Memory contents")).toContainText("Nothing is allocated");
  await enter("-1");
  await expect(page.getByLabel("Memory contents")).toContainText("not a hexadecimal number");
});

test("a lane takes numbers as the notation says", async ({ page }) => {
  await open(page, "#/run/try?t=gfx900&s=s_nop+0");
  const cell = page.locator('td[data-register="v1"][data-lane="3"]');
  await cell.waitFor();
  const set = async (notation: string, text: string, hex: string) => {
    await page.getByRole("button", { name: notation, exact: true }).click();
    await cell.dblclick();
    await cell.locator("input").fill(text);
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "hex", exact: true }).click();
    await expect(cell, `${notation} ${text}`).toHaveText(hex);
  };
  await set("f16×2", "1.5 2", "40003e00");
  await set("f16×2", "0x3c00", "00003c00");
  await set("int", "-2", "fffffffe");
  await set("uint", "4294967295", "ffffffff");
  await set("f32", "-2", "c0000000");
  await set("f32", "inf", "7f800000");
  await set("hex", "beef", "0000beef");
  await set("hex", "0X10", "00000010");
  for (const [notation, text, message] of [["f16×2", "1.5", "is one number"], ["int", "2.5", "is no integer"], ["uint", "4294967296", "does not fit"]] as const) {
    await set(notation, text, "00000010");
    await expect(page.locator(".notice.error")).toContainText(message);
  }
});

test("half floats are rounded to the nearest, ties to even", () => {
  // Values of IEEE 754 binary16, and numbers halfway between two of them.
  const cases: [number, number][] = [
    [0, 0], [-0, 0x8000], [1, 0x3c00], [-2, 0xc000], [65504, 0x7bff], [65519, 0x7bff], [65520, 0x7c00], [-Infinity, 0xfc00],
    [1 + 2 ** -11, 0x3c00], [1 + 3 * 2 ** -11, 0x3c02], [2 ** -24, 1], [2 ** -25, 0], [1.5 * 2 ** -24, 2], [2 ** -14, 0x400], [2 ** -14 - 2 ** -25, 0x400],
    [0.1, 0x2e66],
  ];
  for (const [value, bits] of cases) expect(toHalf(value), String(value)).toBe(bits);
  const all = Array.from({ length: 0x7c00 }, (_, bits) => bits);
  expect(all.map((bits) => toHalf(halfToNumber(bits)))).toEqual(all);
});

test("numbers of a manifest keep all their digits", () => {
  expect(manifestNumber(" 9007199254740993 ")).toBe("9007199254740993");
  expect(manifestNumber("0xffffffffffffffff")).toBe("0xffffffffffffffff");
  expect(manifestNumber("-1")).toBe("-1");
  expect(manifestNumber("1e3")).toBe("1000");
  expect(manifestNumber("2.5e-3")).toBe("2.5e-3");
  for (const wrong of ["", "x", "1 2", "0x", "--1", "1e"]) expect(() => manifestNumber(wrong), wrong).toThrow("is no number");
});
