import { parentPort, workerData } from "node:worker_threads";
import { parseJsonBytes } from "../../../spec/json-text.ts";
import type { Problem } from "../../../spec/problem.ts";
import { parseInlineFixture } from "../fixture/parse-fixture.ts";
import { readSaveFile } from "../save-file/read-save-file.ts";

/** Why a body cannot be read, or the problems of its save-file or fixture and an outline of the body. */
export type BodyVerdict =
  | { readonly problem: string }
  | { readonly problems: readonly Problem[]; readonly outline: object };

/** Maximum size of a member in an outline. */
const MAX_OUTLINE_CHARACTERS = 1_000;

/** Parses the body of a request that makes a world, and checks the save-file or the fixture in it. */
function checkBody(bytes: Buffer): BodyVerdict {
  const parsed = parseJsonBytes(bytes, bytes.toString());
  if ("problem" in parsed) return parsed;
  const { world, fixture } = Object(parsed.value);
  const outline = outlineOf(parsed.value);
  if (isObject(world)) return { problems: problemsOf(readSaveFile(world)), outline };
  return { problems: isObject(fixture) ? problemsOf(parseInlineFixture(fixture)) : [], outline };
}

/** Returns the members of a body with empty objects for large ones, enough to check which members there are. */
function outlineOf(body: unknown): object {
  const members = Object.entries(Object(body)).map(([name, member]) => {
    const isLarge = isObject(member) && JSON.stringify(member).length > MAX_OUTLINE_CHARACTERS;
    return [name, isLarge ? {} : member] as const;
  });
  return Object.fromEntries(members);
}

function problemsOf(checked: object | { readonly problems: readonly Problem[] }): readonly Problem[] {
  return "problems" in checked ? checked.problems : [];
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}

// `LargeBodies` starts this file as a worker, with the bytes of a body.
const bytes = workerData as Uint8Array;
parentPort?.postMessage(checkBody(Buffer.from(bytes.buffer)));
