/** Puts the built documents beside the compiled code: `tsc` copies only what is imported. */
import { cpSync } from "node:fs";

const from = new URL("../src/spec/generated/", import.meta.url);
const to = new URL("../dist/spec/generated/", import.meta.url);
cpSync(from, to, { recursive: true, filter: (source) => !source.endsWith(".ts") });
