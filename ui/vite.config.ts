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
    const first = new Set<string>();
    const load = (name: string): void => {
      const file = bundle[name];
      if (file === undefined || first.has(name)) return;
      first.add(name);
      if (file.type === "chunk") file.imports.forEach(load);
    };
    // What is loaded on demand belongs to no entry.
    for (const file of Object.values(bundle)) if (file.type === "asset" || file.isEntry) load(file.fileName);
    const fonts = [...first].filter((name) => name.endsWith(".woff2"));
    const large = fonts.find((name) => compressedBytes(bundle[name]) > MAX_FONT_BYTES);
    if (large !== undefined) this.error(`the font ${large} is larger than 50 KB`);
    for (const font of fonts) first.delete(font);
    const bytes = [...first].reduce((sum, name) => sum + compressedBytes(bundle[name]), 0);
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
