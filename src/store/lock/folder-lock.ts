import { mkdir, open, readdir, readFile, rename, rm, rmdir, unlink, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";

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
      if (isOneOf(["ENOENT"], error)) return [];
      // A stranger's file at the path of the lock is nobody's claim, but blocks it like one.
      if (isOneOf(["ENOTDIR"], error)) return [this.path];
      throw error;
    }
  }

  claimNamed(name: string): string {
    return join(this.path, fileOf(name));
  }

  /** Makes a claim. Returns false, and changes nothing, if the lock is taken. */
  async put(name: string, content: string): Promise<boolean> {
    const prepared = join(this.#folder, `${preparedPrefix}${name}`);
    try {
      await mkdir(prepared, 0o700);
      await writeFile(join(prepared, fileOf(name)), content, { mode: 0o600 });
      // Some systems do not rename over an empty folder either, and a release can leave one.
      await unless(["ENOENT", "ENOTEMPTY", "EEXIST", "ENOTDIR"], rmdir(this.path));
      await rename(prepared, this.path);
    } catch (error) {
      // The first error says more than a second one would.
      await rm(prepared, { recursive: true, force: true }).catch(() => undefined);
      if (isOneOf(["ENOTEMPTY", "EEXIST", "ENOTDIR", "ENOENT"], error)) return false;
      throw error;
    }
    await this.#forgetPrepared();
    return true;
  }

  /** Removes a claim and, after the last one, the lock. A missing claim is no error. */
  async remove(claim: string): Promise<void> {
    await unless(["ENOENT", "ENOTDIR", "EISDIR"], unlink(claim));
    await unless(["ENOENT", "ENOTEMPTY", "EEXIST", "ENOTDIR"], rmdir(this.path));
  }

  /**
   * Removes what processes left that ended while they prepared a claim. A process that prepares one now finds it gone
   * and tries again, when the lock is already taken. Removes single paths, so that it can never reach a finished claim.
   */
  async #forgetPrepared(): Promise<void> {
    const names = await readdir(this.#folder).catch(() => []);
    for (const entry of names.filter((one) => one.startsWith(preparedPrefix))) {
      const prepared = join(this.#folder, entry);
      await unlink(join(prepared, fileOf(entry.slice(preparedPrefix.length)))).catch(() => undefined);
      await rmdir(prepared).catch(() => undefined);
    }
  }
}

const preparedPrefix = "lock.";

function fileOf(name: string): string {
  return `${name}.json`;
}

/** Returns the content of a claim, or null if it is gone or a folder. */
export async function contentOf(claim: string): Promise<string | null> {
  try {
    return await readFile(claim, "utf8");
  } catch (error) {
    if (isOneOf(["ENOENT", "ENOTDIR", "EISDIR"], error)) return null;
    throw error;
  }
}

/** Returns when a claim was last renewed, in nanoseconds of its file system's clock; null if it is gone. */
export async function renewalOf(claim: string): Promise<bigint | null> {
  try {
    // The file is opened because a network drive may answer for a path from a cache that is a minute old.
    await using file = await open(claim);
    return (await file.stat({ bigint: true })).mtimeNs;
  } catch (error) {
    if (isOneOf(["ENOENT", "ENOTDIR"], error)) return null;
    throw error;
  }
}

/** Renews a claim to show that its holder lives. Returns false if the claim is gone. */
export async function renew(claim: string): Promise<boolean> {
  const now = new Date();
  try {
    await utimes(claim, now, now);
    return true;
  } catch (error) {
    // Any other error, such as an unreachable network drive, does not prove that the claim is gone.
    return !isOneOf(["ENOENT", "ENOTDIR"], error);
  }
}

async function unless(codes: readonly string[], work: Promise<void>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!isOneOf(codes, error)) throw error;
  });
}

function isOneOf(codes: readonly string[], error: unknown): boolean {
  return error instanceof Error && "code" in error && typeof error.code === "string" && codes.includes(error.code);
}
