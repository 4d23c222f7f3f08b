import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { addressOf } from "../stand-in/running-process.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** A change of the source that does not apply, because the source has changed: somebody must look at it. */
export class DoesNotApply extends Error {
  override readonly name = "DoesNotApply";
}

export interface Change {
  readonly file: string;
  readonly find: string;
  readonly replace: string;
}

/** A sandbox of this project's source with one thing changed, in a process and a folder of its own. */
export class BrokenCopy implements AsyncDisposable {
  readonly url: string;
  readonly #child: ChildProcess;
  readonly #folder: string;

  private constructor(url: string, child: ChildProcess, folder: string) {
    this.url = url;
    this.#child = child;
    this.#folder = folder;
  }

  /** @throws DoesNotApply unless the text stands exactly once in the file. */
  static async start(change: Change): Promise<BrokenCopy> {
    const folder = await mkdtemp(join(tmpdir(), "saldo-defect-"));
    try {
      for (const name of ["src", "fixtures", "package.json"]) {
        await cp(join(root, name), join(folder, name), { recursive: true });
      }
      await symlink(join(root, "node_modules"), join(folder, "node_modules"));
      await apply(folder, change);
      const child = spawn(process.execPath, ["src/cli/main.ts", "start", "--port", "0"], {
        cwd: folder,
        env: { PATH: process.env.PATH, SALDO_STORE: "memory", SALDO_EGRESS: "routes", SALDO_LOG: "silent" },
        stdio: ["ignore", "pipe", "pipe"],
      });
      return new BrokenCopy(await addressOf(child), child, folder);
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      throw error;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) {
      const ended = once(this.#child, "exit");
      // Its worlds are in memory, and a broken one might not end by itself.
      this.#child.kill("SIGKILL");
      await ended;
    }
    await rm(this.#folder, { recursive: true, force: true });
  }
}

async function apply(folder: string, { file, find, replace }: Change): Promise<void> {
  const text = await readFile(join(folder, file), "utf8");
  const times = text.split(find).length - 1;
  if (times !== 1) throw new DoesNotApply(`${file} has ${times} times, not once: ${find}`);
  await writeFile(
    join(folder, file),
    text.replace(find, () => replace),
  );
}
