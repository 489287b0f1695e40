import { existsSync } from "node:fs";
import { defineConfig } from "@playwright/test";

const usual = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome", "/Applications/Chromium.app/Contents/MacOS/Chromium"];
const executablePath = process.env["CHROMIUM"] ?? usual.find((path) => existsSync(path));
if (!executablePath) throw new Error("no Chromium was found: install it, or name it in the variable CHROMIUM");

export const PORT = 4173;

export default defineConfig({
  testDir: "tests",
  outputDir: "test-results",
  timeout: 60_000,
  fullyParallel: false,
  workers: 1,
  reporter: "list",
  use: {
    baseURL: `http://localhost:${PORT}`,
    viewport: { width: 1360, height: 900 },
    serviceWorkers: "block",
    launchOptions: {
      executablePath,
      args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
    },
  },
  webServer: { command: `npx vite preview --port ${PORT} --strictPort`, port: PORT, reuseExistingServer: true },
});
