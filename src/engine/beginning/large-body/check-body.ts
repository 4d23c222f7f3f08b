import { parentPort, workerData } from "node:worker_threads";
import { parseJsonBytes } from "../../../spec/json-text.ts";
import type { Problem } from "../../../spec/problem.ts";
import { parseInlineFixture } from "../fixture/parse-fixture.ts";
import { readSaveFile } from "../save-file/read-save-file.ts";

/** Why a body cannot be read, or the problems of its save-file or fixture and the body, written anew. */
export type BodyVerdict =
  | { readonly problem: string }
  | { readonly problems: readonly Problem[]; readonly text: string };

/** Parses the body of a request that makes a world, and checks the save-file or the fixture in it. */
function checkBody(bytes: Buffer): BodyVerdict {
  const parsed = parseJsonBytes(bytes, bytes.toString());
  if ("problem" in parsed) return parsed;
  const { world, fixture } = Object(parsed.value);
  // The text first: a save-file that is read becomes a world.
  const text = JSON.stringify(parsed.value);
  if (Object(world) === world) return { problems: problemsOf(readSaveFile(world)), text };
  return { problems: Object(fixture) === fixture ? problemsOf(parseInlineFixture(fixture)) : [], text };
}

function problemsOf(checked: object | { readonly problems: readonly Problem[] }): readonly Problem[] {
  return "problems" in checked ? checked.problems : [];
}

// `LargeBodies` starts this file as a worker, with the bytes of a body.
const bytes = workerData as Uint8Array;
parentPort?.postMessage(checkBody(Buffer.from(bytes.buffer)));
