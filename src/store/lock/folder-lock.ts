import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm, rmdir, unlink, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { hasCode } from "../lowdb/disk.ts";

const GONE = ["ENOENT", "ENOTDIR"] as const;
const NOT_EMPTY = ["ENOTEMPTY", "EEXIST"] as const;

const preparedPrefix = "lock.";

/**
 * The lock of a folder: a subfolder `lock` with one file, the claim of its holder. Three properties keep it safe, even
 * while several processes remove the claim of a dead holder:
 *
 * - A claim appears complete, since its folder is prepared under another name and then renamed.
 *
 * - Only one claim can exist, since no system renames a folder over one that is not empty.
 *
 * - A process removes only the claim that it means, since no two claims have the same name. A lock that is a single
 * file cannot do this: between looking and removing, it may have become another holder's lock.
 */
export class FolderLock {
  readonly path: string;
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
    this.path = join(folder, "lock");
  }

  /** Returns the paths of the claims: one or none, except for files of strangers. */
  async claims(): Promise<readonly string[]> {
    try {
      return (await readdir(this.path)).map((name) => join(this.path, name));
    } catch (error) {
      if (hasCode(error, "ENOENT")) return [];
      // A stranger's file at the path of the lock claims nothing, but blocks it like a claim.
      if (hasCode(error, "ENOTDIR")) return [this.path];
      throw error;
    }
  }

  /** Makes a claim and returns its path. Returns null, and changes nothing, if the lock is taken. */
  async put(content: string): Promise<string | null> {
    const name = randomUUID();
    const prepared = join(this.#folder, `${preparedPrefix}${name}`);
    try {
      await mkdir(prepared, 0o700);
      await writeFile(join(prepared, `${name}.json`), content, { mode: 0o600 });
      // Some systems do not rename over an empty folder either, and a release can leave one.
      await this.#removeEmpty();
      await rename(prepared, this.path);
    } catch (error) {
      // The first error says more than a second one would.
      await rm(prepared, { recursive: true, force: true }).catch(() => undefined);
      if (hasCode(error, ...NOT_EMPTY, ...GONE)) return null;
      throw error;
    }
    await this.#forgetPrepared();
    return join(this.path, `${name}.json`);
  }

  /** Removes a claim and, after the last one, the lock. A missing claim is no error. */
  async remove(claim: string): Promise<void> {
    await unless([...GONE, "EISDIR"], unlink(claim));
    await this.#removeEmpty();
  }

  #removeEmpty(): Promise<unknown> {
    return unless([...GONE, ...NOT_EMPTY], rmdir(this.path));
  }

  /**
   * Removes what processes left that ended while they prepared a claim. A process that prepares one now finds it gone
   * and tries again, when the lock is already taken. Removes single paths, so that it can never reach a finished claim.
   */
  async #forgetPrepared(): Promise<void> {
    const names = await readdir(this.#folder).catch(() => []);
    for (const entry of names.filter((one) => one.startsWith(preparedPrefix))) {
      const prepared = join(this.#folder, entry);
      await unlink(join(prepared, `${entry.slice(preparedPrefix.length)}.json`)).catch(() => undefined);
      await rmdir(prepared).catch(() => undefined);
    }
  }
}

/** Returns the content of a claim; undefined if it is gone or a folder. */
export function contentOf(claim: string): Promise<string | undefined> {
  return unless([...GONE, "EISDIR"], readFile(claim, "utf8"));
}

/** Returns when a claim was last renewed, in nanoseconds of its file system's clock; undefined if it is gone. */
export async function renewalOf(claim: string): Promise<bigint | undefined> {
  // The file is opened because a network drive may answer for a path from a cache that is a minute old.
  await using file = await unless(GONE, open(claim));
  return (await file?.stat({ bigint: true }))?.mtimeNs;
}

/** Renews a claim to show that its holder lives. Returns false if the claim is gone. */
export async function renew(claim: string): Promise<boolean> {
  const now = new Date();
  // Any other error, such as an unreachable network drive, does not prove that the claim is gone.
  return utimes(claim, now, now).then(
    () => true,
    (error: unknown) => !hasCode(error, ...GONE),
  );
}

/** Returns undefined where the work fails with one of these codes. */
async function unless<T>(codes: readonly string[], work: Promise<T>): Promise<T | undefined> {
  return work.catch((error: unknown) => {
    if (hasCode(error, ...codes)) return undefined;
    throw error;
  });
}
