import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { RunningSaldo } from "../../test/running-saldo.ts";

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

/** A copy of this project's source, for one change at a time: Node compiles again only what differs from the last one. */
export class BrokenCopy implements AsyncDisposable {
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  static async make(): Promise<BrokenCopy> {
    const folder = await mkdtemp(join(tmpdir(), "saldo-defect-"));
    // The command line imports the contracts.
    for (const name of ["src", "contracts", "fixtures", "package.json"]) {
      await cp(join(root, name), join(folder, name), { recursive: true });
    }
    await symlink(join(root, "node_modules"), join(folder, "node_modules"));
    return new BrokenCopy(folder);
  }

  /**
   * Calls back with the URL of a sandbox with this change, in a process of its own; then takes the change back.
   *
   * @throws DoesNotApply unless the text stands exactly once in the file.
   */
  async withChange<T>({ file, find, replace }: Change, use: (url: string) => Promise<T>): Promise<T> {
    const path = join(this.#folder, file);
    const text = await readFile(path, "utf8");
    const times = text.split(find).length - 1;
    if (times !== 1) throw new DoesNotApply(`${file} has ${times} times, not once: ${find}`);
    try {
      await writeFile(
        path,
        text.replace(find, () => replace),
      );
      const variables = { SALDO_EGRESS: "routes", SALDO_LOG: "silent" };
      await using saldo = new RunningSaldo([], variables, this.#folder);
      const used = await use(await saldo.address());
      // A process that is killed does not write down what it has compiled.
      await saldo.stop();
      return used;
    } finally {
      await writeFile(path, text);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }
}
