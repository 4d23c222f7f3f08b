import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

/** Loaded with the first attempt, for its hundred files are a tenth of what a start would load. */
export function undici(): typeof import("undici") {
  return require("undici");
}
