import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import type { DocumentedBlocks } from "../documented-blocks.ts";

const root = new URL("../..", import.meta.url);
const run = promisify(execFile);

/** A server or a receiver that a page starts, on a port of its own. */
export class DocumentedProgram implements AsyncDisposable {
  readonly #child;
  readonly #lines;

  /** `command`: as the page shows it, such as `npm start -- --store memory`. */
  constructor(command: string) {
    const [program = "", ...args] = command.trim().split(" ");
    const env = { ...process.env, PORT: "0" };
    this.#child = spawn(program, args, { cwd: root, env, stdio: ["ignore", "pipe", "inherit"], detached: true });
    this.#lines = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]();
  }

  /** Returns the first part of a line to come that the pattern has in parentheses. */
  async told(pattern: RegExp): Promise<string> {
    for (let line = await this.#lines.next(); line.done !== true; line = await this.#lines.next()) {
      const [, found] = pattern.exec(line.value) ?? [];
      if (found !== undefined) return found;
    }
    throw new Error(`the program ended without a line like ${pattern}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // The group, because npm starts the server as a child of its own.
    if (this.#child.pid !== undefined && this.#child.exitCode === null) process.kill(-this.#child.pid, "SIGTERM");
    if (this.#child.exitCode === null) await once(this.#child, "exit");
  }
}

/** The commands of a page with the JSON that it shows as their answers. */
export function sessionOf(page: DocumentedBlocks): readonly { readonly command: string; readonly answer: unknown }[] {
  return page.takeAll("console").map(({ text }) => {
    const [command = "", ...answer] = text.split("\n");
    return { command: command.replace(/^\$ /, ""), answer: JSON.parse(answer.join("\n")) };
  });
}

/** Returns the JSON that a command prints. `places`: where the addresses of the page are in this test. */
export async function answerOf(command: string, places: Readonly<Record<string, string>>): Promise<unknown> {
  const here = Object.entries(places).reduce((text, [shown, real]) => text.replaceAll(shown, real), command);
  const { stdout } = await run("bash", ["-c", here]);
  return JSON.parse(Object.entries(places).reduce((text, [shown, real]) => text.replaceAll(real, shown), stdout));
}
