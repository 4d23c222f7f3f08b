import { gzipSync } from "node:zlib";
import { defineConfig, type Plugin } from "vite";

/** What a browser loads before it shows the first screen. */
const MAX_FIRST_LOAD_BYTES = 64 * 1024;

/** Fails the build when the first load is too large: all that the document names, compressed. */
const firstLoad: Plugin = {
  name: "first-load",
  enforce: "post",
  generateBundle(_options, bundle) {
    const files = Object.values(bundle).map((file) => {
      const isLazy = file.type === "chunk" && !file.isEntry;
      return { isLazy, bytes: gzipSync(file.type === "chunk" ? file.code : file.source).length };
    });
    const bytes = files.filter(({ isLazy }) => !isLazy).reduce((sum, file) => sum + file.bytes, 0);
    const kilobytes = `${(bytes / 1024).toFixed(1)} KB`;
    if (bytes > MAX_FIRST_LOAD_BYTES) this.error(`the first load is ${kilobytes} compressed; allowed are 64 KB`);
    this.info(`the first load is ${kilobytes} compressed`);
  },
};

export default defineConfig({
  root: import.meta.dirname,
  base: "/sandbox/ui/",
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
