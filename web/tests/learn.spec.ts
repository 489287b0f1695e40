import { readdirSync, readFileSync } from "node:fs";
import { expect, open, test, WEB } from "./helpers";

interface Tour { title: string; steps: { title: string; at: number; expect?: Record<string, string>; check?: boolean }[] }

for (const file of readdirSync(`${WEB}src/data/tours`)) {
  const id = file.replace(".json", "");
  const tour = JSON.parse(readFileSync(`${WEB}src/data/tours/${file}`, "utf8")) as Tour;

  test(`tour: ${tour.title}`, async ({ page }) => {
    await open(page, `#/learn/${id}/1`);
    for (const [index, step] of tour.steps.entries()) {
      await expect(page.getByRole("heading", { name: step.title, exact: true })).toBeVisible();
      for (const [place, value] of Object.entries(step.expect ?? {})) {
        const [register = "", notation] = place.split(" as ");
        await page.getByRole("button", { name: notation ?? "uint", exact: true }).click();
        const lane = /^(.+)\[(\d+)\]$/.exec(register);
        const cell = lane ? page.locator(`td[data-register="${lane[1]}"][data-lane="${lane[2]}"]`)
          : page.locator(".special, .scalars li").filter({ hasText: new RegExp(`^${register} `) }).locator("code");
        await expect(cell).toHaveText(value);
      }
      if (step.check) await expect(page.getByRole("heading", { name: "What the rules find" })).toBeVisible();
      if (index + 1 < tour.steps.length) await page.getByRole("link", { name: "Next →" }).click();
    }
  });
}
