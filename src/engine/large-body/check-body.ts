import { isUtf8 } from "node:buffer";
import { parseJsonText } from "../../spec/json-text.ts";
import { parseInlineFixture } from "../fixture/parse-fixture.ts";
import { readSaveFile } from "../save-file/read-save-file.ts";

export interface BodyProblem {
  readonly at: string;
  readonly message: string;
}

/** Why a body cannot be read at all; or what is wrong with the save-file or the fixture in it, and an outline of the body. */
export type BodyVerdict =
  | { readonly problem: string }
  | { readonly problems: readonly BodyProblem[]; readonly outline: object };

/** Larger members are left out of an outline. */
const MAX_OUTLINE_CHARACTERS = 1_000;

/** Parses the body of a request that makes a world, and checks the save-file or the fixture in it. */
export async function checkBody(bytes: Buffer): Promise<BodyVerdict> {
  const parsed = isUtf8(bytes) ? parseJsonText(bytes.toString()) : { problem: "it is not valid UTF-8" };
  if ("problem" in parsed) return parsed;
  const { world, fixture } = Object(parsed.value);
  const outline = outlineOf(parsed.value);
  if (isObject(world)) return { problems: problemsOf(await readSaveFile(world)), outline };
  return { problems: isObject(fixture) ? problemsOf(parseInlineFixture(fixture)) : [], outline };
}

/** The members of a body, with nothing in those that are large: enough to tell whether it has the right ones. */
function outlineOf(body: unknown): object {
  const members = Object.entries(Object(body)).map(([name, member]) => {
    const isLarge = isObject(member) && JSON.stringify(member).length > MAX_OUTLINE_CHARACTERS;
    return [name, isLarge ? {} : member] as const;
  });
  return Object.fromEntries(members);
}

function problemsOf(checked: object | { readonly problems: readonly BodyProblem[] }): readonly BodyProblem[] {
  return "problems" in checked ? checked.problems : [];
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}
