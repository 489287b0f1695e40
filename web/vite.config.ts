import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { defineConfig, type Plugin } from "vite";

/** Puts the script and the styles into the page, so that one file opens from a disk. */
function onePage(): Plugin {
  return {
    name: "one-page",
    enforce: "post",
    generateBundle(_, bundle) {
      const page = bundle["index.html"];
      if (page?.type !== "asset") throw new Error("the build has no index.html");
      let html = String(page.source);
      for (const [name, part] of Object.entries(bundle)) {
        if (part === page) continue;
        const source = part.type === "chunk" ? part.code : String(part.source);
        const tag = new RegExp(`<(script|link)[^>]*(src|href)="[^"]*${name.replace(/\W/g, "\\$&")}"[^>]*>(</script>)?`);
        if (!tag.test(html)) continue;
        // A function keeps `$` in the source from being read as a group.
        html = name.endsWith(".css")
          ? html.replace(tag, () => `<style>${source}</style>`)
          : html.replace(tag, "").replace("</body>", () => `<script type="module">${source.replaceAll("</script", "<\\/script")}</script></body>`);
        delete bundle[name];
      }
      // The inline script needs no service worker, and a content security policy would forbid it.
      page.source = html.replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, "").replace(/<link rel="(icon|manifest)"[^>]*>/g, "");
    },
  };
}

/**
 * Adds a function to the glue of the modules that makes a new instance. The one of wasm-bindgen, `__wbg_reset_state`, does so at once,
 * which browsers forbid to pages for modules of more than 8 MB.
 */
function restart(): Plugin {
  const code = `
export async function restart() {
  const instance = await WebAssembly.instantiate(wasmModule, __wbg_get_imports());
  __wbg_instance_id++;
  __wbg_finalize_init(instance, wasmModule);
}`;
  return { name: "restart", transform: (source, id) => (/\/src\/wasm\/isatope_\w+\.js$/.test(id) ? { code: source + code, map: null } : undefined) };
}

/** Writes the service worker with the names of all files of the build. */
function serviceWorker(): Plugin {
  return {
    name: "service-worker",
    enforce: "post",
    generateBundle(_, bundle) {
      const files = Object.keys(bundle).filter((name) => name !== "index.html");
      // Names have hashes of contents, so their hash tells one build from another.
      const version = createHash("sha256").update(files.join("\n")).digest("hex").slice(0, 12);
      const source = readFileSync(new URL("src/service-worker.js", import.meta.url), "utf8");
      this.emitFile({
        type: "asset",
        fileName: "service-worker.js",
        source: source.replace('"FILES"', JSON.stringify(["./", "./icon.svg", ...files.map((name) => `./${name}`)])).replace("VERSION", version),
      });
    },
  };
}

/** Writes packed copies beside the files of the build, for servers that send these. `cargo xtask web` packed the modules with Zopfli. */
function packed(folder: string): Plugin {
  return {
    name: "packed",
    enforce: "post",
    closeBundle() {
      for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
        const file = join(folder, name);
        if (!/\.(html|js|css|svg|json|wasm)$/.test(name) || statSync(file).size < 1024) continue;
        const plain = readFileSync(file);
        const window = { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length };
        writeFileSync(`${file}.br`, brotliCompressSync(plain, { params: window }));
        const module = /(isatope_\w+_bg)-[^/]*\.wasm$/.exec(name)?.[1];
        writeFileSync(`${file}.gz`, module ? readFileSync(new URL(`src/wasm/${module}.wasm.gz`, import.meta.url)) : gzipSync(plain, { level: 9 }));
      }
    },
  };
}

export default defineConfig(({ mode }) => {
  const single = mode === "single";
  return {
    base: "./",
    oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
    resolve: {
      alias: {
        "#worker": fileURLToPath(new URL(`src/api/worker.ts`, import.meta.url)) + (single ? "?worker&inline" : "?worker"),
        "#assets": fileURLToPath(new URL(`src/api/assets${single ? "-inline" : ""}.ts`, import.meta.url)),
      },
    },
    assetsInclude: ["**/*.wasm.gz"],
    worker: { format: "es", plugins: () => [restart()] },
    define: { __SINGLE__: JSON.stringify(single) },
    build: {
      target: "es2022",
      outDir: single ? "dist-single" : "dist",
      assetsInlineLimit: single ? Number.MAX_SAFE_INTEGER : 0,
      cssCodeSplit: !single,
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 900,
      rolldownOptions: single ? { output: { codeSplitting: false } } : {},
    },
    plugins: single ? [restart(), onePage()] : [restart(), serviceWorker(), packed("dist")],
  };
});
