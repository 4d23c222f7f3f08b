import { mkdir, open, readdir, readFile, rename, rm, stat, unlink } from "node:fs/promises";
import { dirname } from "node:path";

/** An open file. Reads and writes say where, and how many bytes they moved: it may be fewer than asked for. */
export interface DiskFile {
  read(into: Uint8Array, position: number): Promise<number>;
  write(bytes: Uint8Array, position: number): Promise<number>;
  /** Waits until the content, and the size that is needed to read it, would outlive a loss of power. */
  datasync(): Promise<void>;
  sync(): Promise<void>;
  truncate(size: number): Promise<void>;
  size(): Promise<number>;
  /** How many names it has: 0 when somebody has removed it. */
  links(): Promise<number>;
  close(): Promise<void>;
}

/** To read, to read and write what is there, to make a file that must not be there. */
export type OpenFlags = "r" | "r+" | "wx";

/** All that the store asks of a disk: few enough calls that tests can put one under it that forgets and fails. */
export interface Disk {
  open(path: string, flags: OpenFlags): Promise<DiskFile>;
  readFile(path: string): Promise<Buffer>;
  /** Whether there is a file or a folder of that name. Rejects when that cannot be known. */
  isThere(path: string): Promise<boolean>;
  rename(from: string, to: string): Promise<void>;
  unlink(path: string): Promise<void>;
  mkdir(path: string): Promise<void>;
  readdir(path: string): Promise<readonly string[]>;
  /** Removes a file, or a folder with all that is in it; one that is not there is no error. */
  remove(path: string): Promise<void>;
  /** Waits until what was made, renamed and removed in the folder would outlive a loss of power. */
  syncFolder(path: string): Promise<void>;
}

/** The disk of a data folder. What it makes is for its owner alone: one-time codes and secrets follow from a world's seed. */
export const realDisk = diskThatMakes({ folderMode: 0o700, fileMode: 0o600 });

/** The disk for files that are made to be handed on. */
export const sharedDisk = diskThatMakes({ folderMode: 0o777, fileMode: 0o666 });

function diskThatMakes({ folderMode, fileMode }: { readonly folderMode: number; readonly fileMode: number }): Disk {
  return {
    async open(path, flags) {
      const handle = await open(path, flags, fileMode);
      return {
        read: async (into, position) => (await handle.read(into, 0, into.length, position)).bytesRead,
        write: async (bytes, position) => (await handle.write(bytes, 0, bytes.length, position)).bytesWritten,
        datasync: () => handle.datasync(),
        sync: () => handle.sync(),
        truncate: (size) => handle.truncate(size),
        size: async () => (await handle.stat()).size,
        links: async () => (await handle.stat()).nlink,
        close: () => handle.close(),
      };
    },
    readFile: (path) => readFile(path),
    async isThere(path) {
      try {
        await stat(path);
        return true;
      } catch (cause) {
        if (hasCode(cause, "ENOENT") || hasCode(cause, "ENOTDIR")) return false;
        throw cause;
      }
    },
    rename,
    unlink,
    mkdir: (path) => mkdir(path, folderMode),
    readdir: (path) => readdir(path),
    remove: (path) => rm(path, { recursive: true, force: true }),
    async syncFolder(path) {
      // Windows cannot open a folder, and keeps its entries without being asked.
      if (process.platform === "win32") return;
      const handle = await open(path, "r");
      try {
        await handle.sync();
      } finally {
        await handle.close();
      }
    },
  };
}

/** Writes all of the bytes: a disk that is nearly full takes a part and says so only then. */
export async function writeWhole(file: DiskFile, bytes: Uint8Array, position: number): Promise<void> {
  let written = 0;
  while (written < bytes.length) {
    const more = await file.write(bytes.subarray(written), position + written);
    if (more === 0) throw new Error("the disk takes no more bytes");
    written += more;
  }
}

/** Makes a folder with those above it, where they are not there. */
export async function makeFolder(disk: Disk, path: string): Promise<void> {
  try {
    await disk.mkdir(path);
  } catch (cause) {
    if (hasCode(cause, "EEXIST")) return assertFolder(disk, path, cause);
    if (!hasCode(cause, "ENOENT") || dirname(path) === path) throw cause;
    await makeFolder(disk, dirname(path));
    await disk.mkdir(path).catch((again: unknown) => {
      // Somebody else may have made it in the meantime.
      if (!hasCode(again, "EEXIST")) throw again;
    });
  }
}

/** Something of that name is there; if it is no folder, that is what is wrong. */
async function assertFolder(disk: Disk, path: string, exists: unknown): Promise<void> {
  await disk.readdir(path).catch((cause: unknown) => {
    throw hasCode(cause, "ENOTDIR") ? exists : cause;
  });
}

export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
