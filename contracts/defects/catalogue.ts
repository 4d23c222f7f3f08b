import { readdirSync } from "node:fs";
import type { Defect, HarmlessChange } from "./defect.ts";

/** While areas are written: all files beside this one that have defects. */
const own = ["broken-copy.ts", "catalogue.ts", "defect.ts", "matrix.ts", "run-defects.ts"];
const modules = await Promise.all(
  readdirSync(new URL(".", import.meta.url))
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts") && !own.includes(file))
    .map((file) => import(new URL(file, import.meta.url).href) as Promise<Record<string, unknown>>),
);
const lists = modules.flatMap((module) => Object.values(module).filter(Array.isArray)).flat();

export const defects = lists.filter((one): one is Defect => "breaks" in one);
export const harmlessChanges = lists.filter((one): one is HarmlessChange => "why" in one);
