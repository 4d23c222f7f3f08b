/**
 * Writes the code of the package to `dist/` in a few large files. With one file for each file of the source, startup takes a
 * fifth longer. Entry points keep their paths, and dependencies stay outside.
 *
 *   node scripts/build-code.ts
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { build, type Rolldown } from "vite";

interface Manifest {
  readonly bin: { readonly saldo: string };
  readonly exports: Readonly<Record<string, string | { readonly "saldo-source": string }>>;
}

const root = join(import.meta.dirname, "..");

/** Files that run in a thread of their own, found with `codeFile`. */
const threads = ["src/cli/start/archivist-worker.ts", "src/engine/beginning/large-body/check-body.ts"];

await write(entryPoints(), { chunkFileNames: chunkName });
// Each thread is one file. If it shared code with the program, that code would be a file of its own for both.
for (const thread of threads) await write([thread], { codeSplitting: false });

/** The command and what programs import, as package.json names them. */
function entryPoints(): readonly string[] {
  const { bin, exports }: Manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const imported = Object.values(exports).flatMap((target) =>
    typeof target === "string" ? [] : [target["saldo-source"]],
  );
  return [bin.saldo.replace(/^dist\/(.*)\.js$/, "$1.ts"), ...imported];
}

async function write(files: readonly string[], output: Rolldown.OutputOptions): Promise<void> {
  const input = Object.fromEntries(files.map((file) => [file.replace(/^\.\/|\.ts$/g, ""), file]));
  await build({
    root,
    configFile: false,
    logLevel: "warn",
    publicDir: false,
    ssr: { external: true },
    build: {
      ssr: true,
      outDir: "dist",
      emptyOutDir: false,
      target: "es2024",
      minify: false,
      // People read these files when they follow a stack trace.
      rolldownOptions: { input, output: { entryFileNames: "[name].js", minifyInternalExports: false, ...output } },
    },
  });
}

/** Without a name of its own the largest file would have that of any module in it. */
function chunkName({ moduleIds }: Rolldown.PreRenderedChunk): string {
  const isSandbox = moduleIds.includes(join(root, "src/sandbox.ts"));
  return `chunks/${isSandbox ? "sandbox" : "[name]"}.js`;
}
