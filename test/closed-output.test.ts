import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { main } from "./running-saldo.ts";

test.each([["--help"], ["start", "--help"], ["completion", "bash"]])(
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
