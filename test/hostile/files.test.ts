import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import { describe, expect, test } from "vitest";
import { processOutput } from "../../src/cli/output.ts";
import { createProgram } from "../../src/cli/program.ts";
import { commandInProcess } from "../command-in-process.ts";
import { folderOfTests } from "../folder-of-tests.ts";

const folder = folderOfTests();

const nowhere = ["--url", "http://127.0.0.1:1", "--api-key", "key"];

/** Every option that names a file to read, with the words that make its command read it. */
const reading: Readonly<Record<string, readonly string[]>> = {
  "start --fixture": ["start", "--store", "memory", "--fixture"],
  "start --overlay": ["start", "--store", "memory", "--overlay"],
  "start --world": ["start", "--store", "memory", "--world"],
  "start --store-file": ["start", "--store-file"],
  "contract --baseline": ["contract", "--in-process", "--baseline"],
  "contract --driver": ["contract", ...nowhere, "--driver"],
  "contract --har": ["contract", "--har"],
  "contract --overlay": ["contract", ...nowhere, "--overlay"],
  "contract --since": ["contract", "--in-process", "--since"],
  "calibrate --driver": ["calibrate", ...nowhere, "--out", "never.yaml", "--driver"],
  "calibrate --har": ["calibrate", "--out", "never.yaml", "--har"],
  "proxy --baseline": ["proxy", "--target", "http://127.0.0.1:1", "--baseline"],
  "proxy --overlay": ["proxy", "--target", "http://127.0.0.1:1", "--overlay"],
  "proxy --since": ["proxy", "--target", "http://127.0.0.1:1", "--since"],
  "coverage [file]": ["coverage"],
  "drill [file]": ["drill"],
  "scenario run [file-or-name]": ["scenario", "run"],
  "migrate --store-file": ["migrate", "--store-file"],
  "world from --har": ["world", "from", "--har"],
  "worlds --store-file": ["worlds", "--store-file"],
};

/** Files that are written; certificates and keys, which have a form of their own; and where a copy goes, read as --store-file is. */
const others =
  /--(save|save-json|junit|html|save-har|out|output|pid-file|to-file|tls-\w+|client-\w+|name|events?|hosts?|input|pg-schema|to-pg-schema|receiver-\w+|url|target|webhooks)$|^proxy --har$|^world new --fixture$/;

function filesOf(command: Command, path: readonly string[]): readonly string[] {
  const options = command.options.filter(({ flags }) => /<[^>]*(file|report|name)/.test(flags));
  const own = options.map(({ long }) => [...path, long].join(" "));
  const given = command.registeredArguments.map((one) => one.name()).filter((name) => name.includes("file"));
  const words = given.map((name) => [...path, `[${name}]`].join(" "));
  return [...own, ...words, ...command.commands.flatMap((one) => filesOf(one, [...path, one.name()]))];
}

test("the table has every option of the program that names a file to read", async () => {
  const all = filesOf(await createProgram({ output: processOutput, end() {}, words: [] }), []);
  expect(all.filter((one) => !others.test(one)).toSorted()).toEqual(Object.keys(reading).toSorted());
});

const text = "name: Padaria\nnote: São João\n";
const bad: readonly (readonly [name: string, bytes: Buffer, said: string])[] = [
  ["UTF-16 with its mark", Buffer.from(`\ufeff${text}`, "utf16le"), "is UTF-16; save it as UTF-8"],
  ["UTF-16 without it", Buffer.from(text, "utf16le"), "is UTF-16; save it as UTF-8"],
  ["UTF-16, big-endian", Buffer.from(`\ufeff${text}`, "utf16le").swap16(), "is UTF-16; save it as UTF-8"],
  ["Latin-1", Buffer.from(text, "latin1"), "is not UTF-8: byte 0xE3 at line 2; save it as UTF-8"],
];

describe.each(Object.entries(reading))("saldo %s", (_, words) => {
  test.each(bad)("says that a file is in %s", async (_name, bytes, said) => {
    const file = join(folder, "bad.yaml");
    writeFileSync(file, bytes);
    const { code, stdout, stderr } = await commandInProcess([...words, file], { SALDO_STORE: "" });
    expect([code === 0, stdout]).toEqual([false, ""]);
    expect(stderr).toContain(`${file} ${said}`);
    expect(stderr).not.toContain("\ufffd");
  });

  test("says that a file is a folder", async () => {
    const directory = `${folder}/folder.yaml`;
    mkdirSync(directory, { recursive: true });
    const { code, stderr } = await commandInProcess([...words, directory], { SALDO_STORE: "" });
    expect(code).not.toBe(0);
    expect(stderr).toContain(`${directory} cannot be read: it is a folder`);
  });
});
