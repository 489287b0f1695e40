import { expect, open, test } from "./helpers";

test("search finds names, summaries, opcodes and words", async ({ page }) => {
  await open(page, "#/explore");
  const search = page.getByRole("searchbox");
  const first = page.locator(".entry").first();
  await search.fill("v_bfe_u32");
  await expect(first).toContainText("v_bfe_u32");
  await search.fill("d1c8xxxx");
  await expect(page.locator(".explore-list")).toContainText("this word can be");
  await expect(page.locator(".entry", { hasText: "v_bfe_u32" }).first()).toBeVisible();
  await search.fill("0x1c8");
  await expect(page.locator(".entry", { hasText: "v_bfe_u32" }).first()).toBeVisible();
  await search.fill("carry");
  expect(await page.locator(".entry").count()).toBeGreaterThan(3);
  await expect.poll(() => page.url()).toContain("q=carry");
});

test("filters narrow the list, and the address keeps them", async ({ page }) => {
  await open(page, "#/explore?unit=smem");
  const all = page.locator(".search .grow");
  const number = async () => Number((await all.textContent())!.replaceAll(/\D/g, ""));
  const units = await number();
  await page.getByLabel("Target").last().selectOption({ index: 1 });
  await expect.poll(number).toBeLessThan(units);
  await expect(page).toHaveURL(/on=/);
});

test("a page has everything about an instruction, and its examples run", async ({ page }) => {
  await open(page, "#/explore/gcn/instruction/v_bfe_u32");
  for (const title of ["Syntax", "Operands", "Meaning", "Examples", "Encoding", "How well this is known"]) {
    await expect(page.getByRole("heading", { name: title, exact: true })).toBeVisible();
  }
  await page.locator(".examples").getByRole("button", { name: "Run" }).first().click();
  await expect(page.locator(".examples dl")).toContainText("0xbe");
  await page.getByRole("link", { name: "Generations" }).click();
  await expect(page.getByRole("heading", { name: "Encodings" })).toBeVisible();
  await page.getByRole("link", { name: "Dialects" }).click();
  await expect(page.getByRole("heading", { name: /^Dialects of/ })).toBeVisible();
});

test("the map shows formats and opcodes", async ({ page }) => {
  await open(page, "#/explore/map?t=gfx900");
  expect(await page.locator(".opcode").count()).toBeGreaterThan(500);
  await page.locator("a.opcode").first().click();
  await expect(page.locator(".page-head")).toBeVisible();
});

test("every entry has a page without an error", async ({ page }) => {
  test.setTimeout(400_000);
  await open(page, "#/explore");
  // The pages are made but not painted, which takes most of the time.
  await page.addStyleTag({ content: "#app { content-visibility: hidden; }" });
  const paths = await page.evaluate(() => (globalThis as unknown as { isatope: { index(): { path: string }[] } }).isatope.index().map((entry) => entry.path));
  expect(paths.length).toBeGreaterThan(1600);
  const started = Date.now();
  const problems = await page.evaluate(async (paths) => {
    const problems: string[] = [];
    const frame = () => new Promise((resolve) => setTimeout(resolve, 0));
    for (const path of paths) {
      const parts = path.split("/").map((part) => encodeURIComponent(part).replaceAll("%3A", ":"));
      location.hash = `#/explore/${parts.join("/")}`;
      const name = () => document.querySelector(".page-head h1")?.textContent;
      const wanted = path.split("/").at(-1);
      for (let wait = 0; wait < 200 && document.querySelector("[data-page]")?.getAttribute("data-page") !== path; wait++) await frame();
      if (document.querySelector("[data-page]")?.getAttribute("data-page") !== path || document.querySelector("main .notice.error")) problems.push(`${path}: ${name() ?? "no page"} (${wanted})`);
    }
    return problems;
  }, paths);
  expect(problems).toEqual([]);
  console.log(`${paths.length} pages in ${((Date.now() - started) / 1000).toFixed(1)} s`);
});
