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
    await page.locator("[data-steps]").waitFor();
    await page.keyboard.press("s");
    await expect.poll(() => steps(page)).toBe(1);
  }
});
