import { spawn } from "node:child_process";
import { once } from "node:events";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { folderOfTests } from "./folder-of-tests.ts";
import { main } from "./running-saldo.ts";

test.each([["--help"], ["start", "--help"], ["completion", "bash"], ["fixture", "--charges", "3000", "--seed", "7"]])(
  "saldo %s ends in silence when its reader stops reading",
  async (...words) => {
    const command = spawn(process.execPath, [main, ...words], { stdio: ["ignore", "pipe", "pipe"] });
    command.stdout.destroy();
    let errors = "";
    command.stderr.on("data", (data: Buffer) => {
      errors += data.toString();
    });
    const [status] = await once(command, "close");
    expect([status, errors]).toEqual([0, ""]);
  },
);

describe.skipIf(process.platform === "win32")("a disk that takes a part of the output", () => {
  const folder = folderOfTests();

  test.each([
    [1, ["fixture", "--charges", "100", "--seed", "7"]],
    [1, ["start", "--help"]],
    [4, ["contract", "--in-process", "--only", "balance.*", "--json"]],
  ])(
    "ends with status %d and one line, so that no reader takes the part for the whole: saldo %j",
    async (status, words) => {
      // The limit of the system for a file lets the beginning through, as a disk does that becomes full.
      const limited = [
        "-c",
        'ulimit -f 1 && exec "$@" > "$0"',
        join(folder, "output"),
        process.execPath,
        main,
        ...words,
      ];
      const command = spawn("bash", limited, { stdio: ["ignore", "ignore", "pipe"] });
      let errors = "";
      command.stderr.on("data", (data: Buffer) => {
        errors += data.toString();
      });
      const [ended] = await once(command, "close");
      expect([ended, errors.match(/^error: .*$/gm)]).toEqual([
        status,
        [expect.stringContaining("standard output cannot be written: EFBIG")],
      ]);
      expect((await stat(join(folder, "output"))).size).toBeGreaterThan(0);
    },
  );
});
