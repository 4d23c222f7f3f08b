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

/** A sandbox of this project's source with one thing changed, in a process and a folder of its own. */
export class BrokenCopy implements AsyncDisposable {
  readonly url: string;
  readonly #saldo: RunningSaldo;
  readonly #folder: string;

  private constructor(url: string, saldo: RunningSaldo, folder: string) {
    this.url = url;
    this.#saldo = saldo;
    this.#folder = folder;
  }

  /** @throws DoesNotApply unless the text stands exactly once in the file. */
  static async start(change: Change): Promise<BrokenCopy> {
    const folder = await mkdtemp(join(tmpdir(), "saldo-defect-"));
    try {
      // The command line reads the flags of the contracts, too.
      for (const name of ["src", "contracts/codes", "fixtures", "package.json"]) {
        await cp(join(root, name), join(folder, name), { recursive: true });
      }
      await symlink(join(root, "node_modules"), join(folder, "node_modules"));
      await apply(folder, change);
      const saldo = new RunningSaldo([], { SALDO_EGRESS: "routes", SALDO_LOG: "silent" }, folder);
      return new BrokenCopy(await saldo.address(), saldo, folder);
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      throw error;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#saldo[Symbol.asyncDispose]();
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
