import { drop, expect, isatope, open, shown, test } from "./helpers";

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

test("a text file opens in the pane that it belongs into", async ({ page }) => {
  const files = [
    ["words.txt", "7e020301\nbf810000\n", "words", "v_mov_b32_e32 v1, v1\ns_endpgm"],
    ["bytes.txt", "01 03 02 7e\n", "bytes", "v_mov_b32_e32 v1, v1"],
    ["own.s", "\ufeffv_mov_b32_e32 v1, v1\r\ns_endpgm\r\n", "assembly", "v_mov_b32_e32 v1, v1\ns_endpgm"],
  ] as const;
  for (const [name, text, form, expected] of files) {
    await open(page, "#t=gfx900&d=llvm");
    await page.setInputFiles("#file-input", { name, mimeType: "text/plain", buffer: Buffer.from(text) });
    await expect(page.locator("[data-form]"), name).toContainText(form);
    await expect.poll(() => shown(page, "text"), name).toBe(expected);
    await page.goto("about:blank");
  }
});

test("arguments and contents of buffers keep 64 bits", async ({ page }) => {
  const source = `
.amdgcn_target "amdgcn-amd-amdhsa--gfx900"
.text
.globl wide
.p2align 8
.type wide,@function
wide:
    s_endpgm
.Lend:
.size wide, .Lend-wide
.rodata
.p2align 6
.amdhsa_kernel wide
    .amdhsa_kernarg_size 24
    .amdhsa_user_sgpr_kernarg_segment_ptr 1
    .amdhsa_next_free_vgpr 1
    .amdhsa_next_free_sgpr 4
.end_amdhsa_kernel
.amdgpu_metadata
---
amdhsa.version: [ 1, 2 ]
amdhsa.target: amdgcn-amd-amdhsa--gfx900
amdhsa.kernels:
  - .name: wide
    .symbol: wide.kd
    .kernarg_segment_size: 24
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 0
    .private_segment_fixed_size: 0
    .wavefront_size: 64
    .sgpr_count: 10
    .vgpr_count: 1
    .max_flat_workgroup_size: 64
    .args:
      - { .name: a, .offset: 0, .size: 8, .value_kind: global_buffer, .address_space: global }
      - { .name: n, .offset: 8, .size: 8, .value_kind: by_value, .type_name: ulong }
      - { .name: v, .offset: 16, .size: 8, .value_kind: by_value, .type_name: int2 }
.end_amdgpu_metadata
`;
  const path = test.info().outputPath("wide.co");
  isatope(["asm", "-", "-o", path], source);
  await open(page, "#/convert");
  await page.setInputFiles("#file-input", path);
  await page.getByRole("button", { name: "Run this kernel…" }).click();
  await page.getByLabel("Contents of a").selectOption("numbers");
  await page.getByLabel("Type of the numbers in a").selectOption("u64");
  await page.getByLabel("Numbers in a", { exact: true }).fill("9007199254740993, 0xffffffffffffffff");
  const run = async (n: string, v: string) => {
    const value = page.getByLabel("Value of n");
    if (!await value.isVisible()) await page.locator("summary", { hasText: "Launch" }).click();
    await value.fill(n);
    await page.getByLabel("Value of v").fill(v);
    await page.getByRole("button", { name: "Start", exact: true }).click();
  };
  const values = page.locator("details", { hasText: "Arguments" }).last();
  for (const [n, v, expected] of [
    ["0xffffffffffffffff", "3", ["0xffffffffffffffff", "0x300000003"]],
    ["9007199254740993", "1 -1", ["0x20000000000001", "0xffffffff00000001"]],
  ] as const) {
    await run(n, v);
    for (const one of expected) await expect(values, `${n} ${v}`).toContainText(one);
  }
  await expect(page.getByLabel("Memory contents")).toContainText("0000000100200000ffffffffffffffff");
  await run("nothing", "1");
  await expect(page.locator(".notice.error")).toContainText("`nothing` is no number");
});
