import { drop, expect, isatope, open, test } from "./helpers";

const OBJECT = "tests/objects/vadd-gfx900.co";

test("a code object shows its kernels and its code", async ({ page }) => {
  await open(page, "#/convert");
  await drop(page, OBJECT);
  const lines = isatope(["dis", "--json", OBJECT]).trim().split("\n").map((line) => JSON.parse(line) as { kernel?: string; name?: string; text?: string });
  const kernels = lines.filter((line) => line.kernel !== undefined);
  await expect(page.locator("[data-kernel]")).toHaveCount(kernels.length);
  const first = lines.find((line) => line.name !== undefined);
  await expect(page.locator(".code-row .code-text").first()).toContainText(first!.text!);
  await page.locator(".code-row").first().click();
  await expect(page.locator(".inspector")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Checks" })).toBeVisible();
  await page.getByText("Descriptor,").click();
  await expect(page.locator("details table").first()).toBeVisible();
  await page.getByLabel("Uses of").selectOption("exec");
  await expect(page.locator(".code-row.use-read, .code-row.use-write, .code-row.use-both").first()).toBeVisible();
});

test("a file that is dropped by the mouse opens", async ({ page }) => {
  await open(page);
  const { readFileSync } = await import("node:fs");
  const { REPOSITORY } = await import("./helpers");
  const bytes = [...readFileSync(`${REPOSITORY}${OBJECT}`)];
  await page.evaluate((bytes) => {
    const data = new DataTransfer();
    data.items.add(new File([new Uint8Array(bytes)], "vadd.co"));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  }, bytes);
  await expect(page.locator("[data-kernel]").first()).toBeVisible();
});

test("a kernel of a file runs with a form made from its arguments", async ({ page }) => {
  await open(page, "#/convert");
  await drop(page, OBJECT);
  await page.getByRole("button", { name: "Run this kernel…" }).click();
  await page.getByRole("button", { name: "Start" }).click();
  await page.getByRole("button", { name: "Step", exact: true }).click();
  await expect(page.locator("[data-steps]")).toHaveAttribute("data-steps", "1");
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await expect(page.locator(".where")).toContainText("ended");
});

test("a file that is no code object gets a message", async ({ page }) => {
  await open(page, "#/convert");
  await drop(page, "docs/mandelbrot.png");
  await expect(page.locator(".toasts .notice, main .notice")).toBeVisible();
});
