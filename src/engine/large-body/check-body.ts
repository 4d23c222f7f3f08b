import { isUtf8 } from "node:buffer";
import { parseJsonText } from "../../spec/json-text.ts";
import { parseInlineFixture } from "../fixture/parse-fixture.ts";
import { readSaveFile } from "../save-file/read-save-file.ts";

export interface BodyProblem {
  readonly at: string;
  readonly message: string;
}

/** Why a body cannot be read at all, or what is wrong with the save-file or the fixture in it. */
export type BodyVerdict = { readonly problem: string } | { readonly problems: readonly BodyProblem[] };

/** Parses the body of a request that makes a world, and checks the save-file or the fixture in it. */
export async function checkBody(bytes: Buffer): Promise<BodyVerdict> {
  const parsed = isUtf8(bytes) ? parseJsonText(bytes.toString()) : { problem: "it is not valid UTF-8" };
  if ("problem" in parsed) return parsed;
  const { world, fixture } = Object(parsed.value);
  if (isObject(world)) return problemsOf(await readSaveFile(world));
  return isObject(fixture) ? problemsOf(parseInlineFixture(fixture)) : { problems: [] };
}

function problemsOf(checked: object | { readonly problems: readonly BodyProblem[] }): BodyVerdict {
  return { problems: "problems" in checked ? checked.problems : [] };
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}
