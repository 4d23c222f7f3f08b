import { gzipSync } from "node:zlib";
import { defineConfig, type Plugin, type Rolldown } from "vite";

/** What a browser loads before it shows the first screen; until the font has come, a font of the system stands in. */
const MAX_FIRST_LOAD_BYTES = 64 * 1024;
const MAX_FONT_BYTES = 50 * 1024;

/** Fails the build when the first load is too large: all that the document names, compressed. */
const firstLoad: Plugin = {
  name: "first-load",
  enforce: "post",
  generateBundle(_options, bundle) {
    const { "index.html": page, ...others } = bundle;
    const files = Object.values(others);
    const large = files.find((file) => file.fileName.endsWith(".woff2") && compressedBytes(file) > MAX_FONT_BYTES);
    if (large !== undefined) this.error(`the font ${large.fileName} is larger than 50 KB`);
    const named = files.filter(({ fileName }) => page?.type === "asset" && String(page.source).includes(fileName));
    const bytes = [page, ...named].reduce((sum, file) => sum + compressedBytes(file), 0);
    const kilobytes = `${(bytes / 1024).toFixed(1)} KB`;
    if (bytes > MAX_FIRST_LOAD_BYTES) this.error(`the first load is ${kilobytes} compressed; allowed are 64 KB`);
    this.info(`the first load is ${kilobytes} compressed`);
  },
};

function compressedBytes(file: Rolldown.OutputAsset | Rolldown.OutputChunk | undefined): number {
  if (file === undefined) return 0;
  return gzipSync(file.type === "chunk" ? file.code : file.source).length;
}

export default defineConfig({
  root: import.meta.dirname,
  // Relative, so that a gateway can serve the page behind a path.
  base: "./",
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  plugins: [firstLoad],
  build: {
    outDir: "../dist/ui",
    emptyOutDir: true,
    target: "es2024",
    assetsInlineLimit: 0,
    // The policy of the page allows no inline script, and every browser that has what the page needs preloads modules.
    modulePreload: { polyfill: false },
  },
});
