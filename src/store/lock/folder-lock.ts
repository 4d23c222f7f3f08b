import { mkdir, open, readdir, readFile, rename, rm, rmdir, unlink, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * The lock of a folder: a folder `lock` in it, with one file, the claim of its holder. Three properties make it safe,
 * also while several newcomers clear away the claim of a dead holder:
 *
 * - A claim comes into being whole, since its folder is prepared under another name and then renamed.
 * - Only one can, since no system renames a folder over one that is not empty.
 * - Whoever removes a claim removes the one that it means, since no two of them ever have the same name. A lock that is a
 *   single file has no such way: between a look at it and its removal it may have become the lock of another holder.
 */
export class FolderLock {
  readonly path: string;
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
    this.path = join(folder, "lock");
  }

  /** The paths of the claims: one or none, but for what strangers have put there. */
  async claims(): Promise<readonly string[]> {
    try {
      return (await readdir(this.path)).map((name) => join(this.path, name));
    } catch (error) {
      if (isOneOf(["ENOENT"], error)) return [];
      // A stranger's file in the place of the lock is nobody's claim, and is in the way like one.
      if (isOneOf(["ENOTDIR"], error)) return [this.path];
      throw error;
    }
  }

  claimNamed(name: string): string {
    return join(this.path, fileOf(name));
  }

  /** Makes a claim, unless the lock is taken: then nothing has changed, and it answers false. */
  async put(name: string, content: string): Promise<boolean> {
    const prepared = join(this.#folder, `${preparedPrefix}${name}`);
    try {
      await mkdir(prepared, 0o700);
      await writeFile(join(prepared, fileOf(name)), content, { mode: 0o600 });
      // Some systems do not rename over an empty folder either, which is what a release can leave behind.
      await unless(["ENOENT", "ENOTEMPTY", "EEXIST", "ENOTDIR"], rmdir(this.path));
      await rename(prepared, this.path);
    } catch (error) {
      // The first error tells more than a second one would.
      await rm(prepared, { recursive: true, force: true }).catch(() => undefined);
      if (isOneOf(["ENOTEMPTY", "EEXIST", "ENOTDIR", "ENOENT"], error)) return false;
      throw error;
    }
    await this.#forgetPrepared();
    return true;
  }

  /** Removes a claim and, if it was the last one, the lock. One that is gone is no error. */
  async remove(claim: string): Promise<void> {
    await unless(["ENOENT", "ENOTDIR", "EISDIR"], unlink(claim));
    await unless(["ENOENT", "ENOTEMPTY", "EEXIST", "ENOTDIR"], rmdir(this.path));
  }

  /**
   * Removes what those left behind who ended while they prepared a claim. Who prepares one at this moment finds it gone and
   * has to look again, at a lock that is taken by now. Path by path, so that it can never reach a claim that was made.
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

/** What a claim says, or null if it is gone, or a stranger's folder. */
export async function contentOf(claim: string): Promise<string | null> {
  try {
    return await readFile(claim, "utf8");
  } catch (error) {
    if (isOneOf(["ENOENT", "ENOTDIR", "EISDIR"], error)) return null;
    throw error;
  }
}

/** When a claim was last renewed, in nanoseconds of whatever clock its file system goes by; null if it is gone. */
export async function renewalOf(claim: string): Promise<bigint | null> {
  try {
    // Opened, because a network drive may answer from memory for a minute when it is asked about a path only.
    await using file = await open(claim);
    return (await file.stat({ bigint: true })).mtimeNs;
  } catch (error) {
    if (isOneOf(["ENOENT", "ENOTDIR"], error)) return null;
    throw error;
  }
}

/** Shows that the holder lives. Answers false if the claim is gone. */
export async function renew(claim: string): Promise<boolean> {
  const now = new Date();
  try {
    await utimes(claim, now, now);
    return true;
  } catch (error) {
    // Whatever else can go wrong, like a network drive that is away for a while, is no proof that the claim is gone.
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
