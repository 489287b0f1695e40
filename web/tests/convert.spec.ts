import { deflateRawSync } from "node:zlib";
import { expect, isatope, open, pane, paste, shown, test, type } from "./helpers";

const squeeze = (text: string) => text.trim().replaceAll(/ +/g, " ");

test("words become text, and the fields light up", async ({ page }) => {
  await open(page, "#t=gfx803");
  await type(page, "words", "7e020301");
  const expected = squeeze(isatope(["dis", "-t", "gfx803"], "7e020301"));
  await expect.poll(() => shown(page, "text")).toBe(expected);
  const cell = page.locator('[data-field="vdst"]');
  await expect(cell).toHaveText("00000001");
  await expect(page.locator("[data-form]")).toContainText("words");
  await cell.hover();
  await expect(page.locator('[data-pane="text"] .linked')).toHaveText("v1");
  await expect(page.locator(".inst-text .piece[aria-current]")).toHaveText("v1");
  await expect(page.locator(".meaning tr[aria-current]")).toContainText("vdst");
});

test("a piece of text marks its bits", async ({ page }) => {
  await open(page, "#t=gfx803&d=llvm&w=7e020301");
  await page.locator(".inst-text .piece").nth(1).hover();
  await expect(page.locator('[data-field="vdst"]')).toHaveAttribute("aria-current", "true");
});

test("a mistake has a code, an explanation and a fix", async ({ page }) => {
  await open(page, "#t=gfx900");
  await paste(page, "text", "v_bfe_u23 v0, v1, v2, v3");
  await expect(page.locator(".problems")).toContainText("E0103");
  await expect(page.locator('[data-pane="text"] .cm-gutter-lint .cm-lint-marker')).toBeVisible();
  await page.getByRole("button", { name: "E0103" }).click();
  await expect(page.locator(".explanation")).toBeVisible();
  await page.getByRole("button", { name: "v_bfe_u32" }).click();
  const expected = isatope(["asm", "-t", "gfx900"], "v_bfe_u32 v0, v1, v2, v3\n").trim();
  await expect.poll(() => shown(page, "words")).toBe(expected);
});

test("bytes in the order of memory are recognised", async ({ page }) => {
  for (const side of ["words", "text"] as const) {
    await open(page, "#t=gfx803");
    await paste(page, side, "01 03 02 7e");
    const expected = squeeze(isatope(["dis", "-t", "gfx803"], "7e020301"));
    await expect.poll(() => shown(page, "text")).toBe(expected);
    await expect(page.locator("[data-form]")).toContainText("bytes");
    await page.goto("about:blank");
  }
});

test("a listing of objdump is recognised", async ({ page }) => {
  await open(page, "#t=gfx900");
  await paste(page, "words", "\tv_mov_b32_e32 v1, v1            // 000000001600: 7E020301\n\ts_endpgm                       // 000000001604: BF810000\n");
  await expect.poll(() => shown(page, "text")).toContain("s_endpgm");
  await expect(page.locator("[data-form]")).toContainText("listing");
});

test("a link opens the same panes", async ({ page, context }) => {
  await open(page, "#t=gfx803&d=llvm");
  await paste(page, "text", "v_mov_b32 v1, v2\ns_endpgm");
  await expect.poll(() => shown(page, "words")).not.toBe("");
  const [text, words] = [await shown(page, "text"), await shown(page, "words")];
  await expect.poll(() => page.url()).toContain("s=v_mov_b32");
  const other = await context.newPage();
  await other.goto(page.url());
  await expect.poll(() => shown(other, "text")).toBe(text);
  await expect.poll(() => shown(other, "words")).toBe(words);
});

test("a long text is packed into the link", async ({ page, context }) => {
  await open(page, "#t=gfx803&d=llvm");
  const text = Array.from({ length: 80 }, (_, index) => `v_mov_b32 v${index}, v1`).join("\n");
  await paste(page, "text", text);
  await expect.poll(() => page.url()).toContain("sz=");
  const other = await context.newPage();
  await other.goto(page.url());
  await expect.poll(async () => (await pane(other, "text").locator(".cm-line").first().textContent())).toBe("v_mov_b32 v0, v1");
});

test("every other dialect is shown, and the text follows the dialect", async ({ page }) => {
  await open(page, "#t=gfx803&d=llvm&w=7e020301");
  await expect(page.locator(".dialects")).toContainText("clrx");
  await page.getByLabel("Dialect").selectOption("clrx");
  await expect.poll(() => shown(page, "text")).toBe(squeeze(isatope(["dis", "-t", "gfx803", "--dialect", "clrx"], "7e020301")));
  await page.getByLabel("Target").selectOption({ label: await page.locator('select[name="target"] option[value="gfx600"]').textContent() ?? "" });
  await expect.poll(() => shown(page, "text")).toBe(squeeze(isatope(["dis", "-t", "gfx600", "--dialect", "clrx"], "7e020301")));
});

test("checks find a missing wait", async ({ page }) => {
  await open(page, "#t=gfx900&d=llvm");
  await paste(page, "text", "s_load_dword s0, s[4:5], 0x0\ns_add_u32 s1, s0, 1\ns_endpgm\n");
  await page.getByRole("button", { name: "Check" }).click();
  await expect(page.locator(".problems")).toContainText("E1015");
});

test("a long text is converted in the worker", async ({ page }) => {
  await open(page, "#t=gfx900&d=llvm");
  const text = "v_add_f32 v1, v2, v3\n".repeat(6000);
  await paste(page, "text", text);
  await expect(page.locator(".convert-bar")).toContainText("6000 statements", { timeout: 20_000 });
});

test("bad input gets a message, and the page goes on", async ({ page }) => {
  await open(page, "#t=gfx900&d=llvm");
  for (const text of ["\u0000\u0001", "zzzz", "((((((((", "v_mov_b32", ".macro x\n", "v_mov_b32 v1, v999", "é́ü", "0x", "\\"]) {
    await paste(page, "text", text);
    await page.waitForTimeout(120);
    await expect(page.locator("main")).toBeVisible();
  }
  await paste(page, "text", "s_endpgm");
  await expect.poll(() => shown(page, "words")).toBe(isatope(["asm", "-t", "gfx900", "--dialect", "llvm"], "s_endpgm\n").trim());
});

test("words stay what they are when the dialect changes", async ({ page }) => {
  const cases = [
    ["valhall", "arm", "mesa", "LOAD.i32.slot0.wait0 @r0, u0, #0x0"],
    ["valhall", "mesa", "arm", "LOAD.i32.unsigned.slot0.wait0 @r0, u0, offset:0"],
    ["gfx900", "clrx", "llvm", "image_load v0, v[1:4], s[0:7] unorm"],
    ["gfx803", "clrx", "llvm", "v_add_f32 v1, v2, v3 vop3"],
  ] as const;
  for (const [target, from, to, text] of cases) {
    await open(page, `#t=${target}&d=${from}`);
    await paste(page, "text", text);
    const words = isatope(["asm", "-t", target, "--dialect", from], `${text}\n`).trim();
    await expect.poll(() => shown(page, "words"), text).toBe(words);
    await page.getByLabel("Dialect").selectOption(to);
    await expect.poll(() => page.url()).toContain(`d=${to}`);
    await page.waitForTimeout(300);
    expect(await shown(page, "words"), text).toBe(words);
    const translated = await shown(page, "text");
    expect(isatope(["asm", "-t", target, "--dialect", to], `${translated}\n`).trim(), translated).toBe(words);
    await page.goto("about:blank");
  }
});

test("a text with the same words in another dialect stays as it was typed", async ({ page }) => {
  await open(page, "#t=gfx900&d=llvm");
  await paste(page, "text", "s_nop 0 // why");
  await expect.poll(() => shown(page, "words")).toBe("bf800000");
  await page.getByLabel("Dialect").selectOption("clrx");
  await expect.poll(() => page.url()).toContain("d=clrx");
  await page.waitForTimeout(300);
  expect(await shown(page, "text")).toBe("s_nop 0 // why");
});

test("a link that cannot be shown as it is says why", async ({ page }) => {
  const bomb = deflateRawSync(Buffer.alloc(100 << 20, "s_nop 0\n")).toString("base64url");
  for (const [link, message] of [
    ["#t=gfx9000&d=llvm&s=s_nop+0", "There is no target gfx9000"],
    ["#t=gfx900&d=bogus&s=s_nop+0", "gfx900 has no dialect bogus"],
    ["#t=gfx900&d=llvm&sz=AAAA", "cannot be unpacked"],
    [`#t=gfx900&d=llvm&sz=${bomb}`, "more than 32 MiB"],
  ] as const) {
    await open(page, link);
    await expect(page.locator(".toasts")).toContainText(message);
    await page.goto("about:blank");
  }
});

test("many words in one line do not stop the page", async ({ page }) => {
  await open(page, "#t=gfx900&d=llvm");
  const before = Date.now();
  await paste(page, "text", "7e020301 ".repeat(100_000));
  await page.evaluate(() => new Promise((done) => setTimeout(done)));
  console.log(`a paste of 100000 words takes the page ${Date.now() - before} ms`);
  await expect(page.locator(".convert-bar")).toContainText("100000 statements", { timeout: 20_000 });
  await expect(page.locator("[data-form]")).toContainText("words");
});
