import type { Command, Option } from "commander";
import { afterEach, expect, test, vi } from "vitest";
import { SecretOption } from "./option.ts";
import { processOutput } from "./output.ts";
import { createProgram } from "./program.ts";

/** What can be a secret, or have one in it, goes by such names. */
const secretLooking = /token|key|secret|passw|otp|header|input|credential|auth|routes|url$/;

/** No option takes it: a control character, spaces, more characters than are allowed. */
const wrong = `hunter2 \u0007 ${"hunter2".repeat(80)}`;

interface Declared {
  readonly path: readonly string[];
  readonly option: Option;
}

afterEach(() => vi.unstubAllEnvs());

function declaredBy(command: Command, path: readonly string[] = []): readonly Declared[] {
  const own = command.options.map((option) => ({ path, option }));
  return [...own, ...command.commands.flatMap((one) => declaredBy(one, [...path, one.name()]))];
}

const declared = declaredBy(await createProgram({ output: processOutput, end() {}, words: [] }));
const secrets = declared.filter(({ option }) => option instanceof SecretOption);

/** What the program says to these words before it would do anything. */
async function told(words: readonly string[]): Promise<string> {
  const program = await createProgram({ output: processOutput, end() {}, words: [] }, words[0]);
  let text = "";
  const quiet = (command: Command): void => {
    command.exitOverride((error) => {
      throw error;
    });
    command.action(() => {
      throw new Error(`it took ${words.join(" ").slice(0, 80)}`);
    });
    const write = (part: string) => {
      text += part;
    };
    command.configureOutput({ writeOut: write, writeErr: write });
    for (const one of command.commands) quiet(one);
  };
  quiet(program);
  await program.parseAsync([...words], { from: "user" }).catch((error) => {
    if (error.code !== "saldo.invalidSecret" && error.code !== "commander.unknownOption") throw error;
    text += error.message;
  });
  return text;
}

test("whatever looks like a secret is declared as one", () => {
  const undeclared = declared.filter(
    ({ option }) => secretLooking.test(option.long ?? "") && !(option instanceof SecretOption),
  );
  expect(undeclared.map(({ path, option }) => [...path, option.long].join(" "))).toEqual([]);
  expect(secrets.length).toBeGreaterThan(15);
});

const cases = secrets.map(({ path, option }) => [[...path, option.long].join(" "), { path, option }] as const);

test.each(cases)("%s never repeats what it is given", async (_name, { path, option }) => {
  const flag = option.long ?? "";
  for (const words of [[`${flag}=${wrong}`], [flag, wrong]]) {
    const text = await told([...path, "argument", ...words]);
    expect(text).toContain(`${flag} `);
    expect(text).toContain("Allowed ");
    expect(text).not.toContain("hunter2");
  }
  if (option.envVar === undefined) return;
  vi.stubEnv(option.envVar, wrong);
  const text = await told([...path, "argument"]);
  expect(text).toContain(`error: ${flag} (${option.envVar}) is not usable. `);
  expect(text).not.toContain("hunter2");
});

test("a misspelt flag does not repeat its value", async () => {
  const text = await told(["start", "--admin-tokne=hunter2"]);
  expect(text.split("\n")[0]).toBe("error: unknown option '--admin-tokne'");
});

test.each(["start --api-key", "start --admin-token", "contract --api-key", "scenario run --admin-token"])(
  "saldo %s takes 512 visible characters, and no more",
  async (name) => {
    const words = [...name.split(" ").slice(0, -1), "argument", name.split(" ").at(-1) ?? ""];
    await expect(told([...words, "k".repeat(512)])).rejects.toThrow(/^it took |too many/);
    expect(await told([...words, "k".repeat(513)])).toContain("Allowed are 1 to 512 visible ASCII characters");
  },
);
