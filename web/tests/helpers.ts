import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, type Page, test as base } from "@playwright/test";

export const REPOSITORY = fileURLToPath(new URL("../..", import.meta.url));
export const WEB = fileURLToPath(new URL("..", import.meta.url));

/** Tests of which each fails if the page writes an error to the console or breaks its security policy. */
export const test = base.extend<{ errors: string[] }>({
  errors: [async ({ page }, use) => {
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(error.message));
    page.on("console", (message) => { if (message.type() === "error") errors.push(message.text()); });
    await use(errors);
    expect(errors).toEqual([]);
  }, { auto: true }],
});

const builds = ["release", "debug"].map((profile) => `${REPOSITORY}target/${profile}/isatope`);
const command = process.env["ISATOPE"] ?? builds.find((path) => existsSync(path));

/** What the command prints. Tests that compare with it are skipped where it has not been built. */
export function isatope(args: string[], input = ""): string {
  base.skip(!command, "the command is not built: cargo build -p isatope-cli, or name it in the variable ISATOPE");
  const { stdout } = spawnSync(command!, args, { input, encoding: "utf8", cwd: REPOSITORY, env: { ...process.env, ISATOPE_DIALECT: "" }, maxBuffer: 1 << 28 });
  return stdout;
}

/** Opens an address and waits until the page can be used. */
export async function open(page: Page, hash = ""): Promise<void> {
  await page.goto(`./${hash}`);
  await page.locator("main").waitFor();
}

export function pane(page: Page, side: "text" | "words") {
  return page.locator(`[data-pane="${side}"] .cm-content`);
}

/** Types into a pane in place of what it holds. */
export async function type(page: Page, side: "text" | "words", text: string): Promise<void> {
  await pane(page, side).click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.press("Delete");
  await page.keyboard.type(text);
}

/** Pastes into a pane in place of what it holds. */
export async function paste(page: Page, side: "text" | "words", text: string): Promise<void> {
  await pane(page, side).click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.setData("text/plain", text);
    document.activeElement!.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  }, text);
}

/** The text of a pane with single spaces, without the hint of one that is empty. */
export async function shown(page: Page, side: "text" | "words"): Promise<string> {
  const lines = await pane(page, side).locator(".cm-line").evaluateAll((all) => all.map((line) => (line.querySelector(".cm-placeholder") ? "" : line.textContent ?? "")));
  return lines.join("\n").replaceAll(/ +/g, " ").trim();
}

/** Drops a file of the repository on the page. */
export async function drop(page: Page, path: string): Promise<void> {
  await page.setInputFiles("#file-input", `${REPOSITORY}${path}`);
}

export { expect };
