import { mkdir, open, readdir, readFile, rename, rm, stat, unlink } from "node:fs/promises";
import { dirname } from "node:path";

/** An open file. Reads and writes take a position and return how many bytes they moved, perhaps too few. */
export interface DiskFile {
  read(into: Uint8Array, position: number): Promise<number>;
  write(bytes: Uint8Array, position: number): Promise<number>;
  /** Waits until the content, and the size needed to read it, would survive a power loss. */
  datasync(): Promise<void>;
  sync(): Promise<void>;
  truncate(size: number): Promise<void>;
  size(): Promise<number>;
  /** Returns the number of its names: 0 if somebody has removed it. */
  links(): Promise<number>;
  close(): Promise<void>;
}

/** Read, read and write an existing file, or create a new one. */
export type OpenFlags = "r" | "r+" | "wx";

/** All that the store needs of a disk: few enough calls that tests can replace it by one that forgets and fails. */
export interface Disk {
  open(path: string, flags: OpenFlags): Promise<DiskFile>;
  readFile(path: string): Promise<Buffer>;
  /** Returns whether there is a file or folder of that name. Rejects if that cannot be known. */
  isThere(path: string): Promise<boolean>;
  rename(from: string, to: string): Promise<void>;
  unlink(path: string): Promise<void>;
  mkdir(path: string): Promise<void>;
  /** Makes a folder and its missing parent folders. Does nothing if there is one. */
  makeFolder(path: string): Promise<void>;
  readdir(path: string): Promise<readonly string[]>;
  /** Removes a file, or a folder with its content. A missing one is no error. */
  remove(path: string): Promise<void>;
  /** Waits until what was created, renamed and removed in the folder would survive a power loss. */
  syncFolder(path: string): Promise<void>;
}

/** The disk of a data folder, which only its owner can read: codes and secrets follow from a world's seed. */
export const realDisk = diskThatMakes({ folderMode: 0o700, fileMode: 0o600 });

/** The disk for files that are meant to be shared. */
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
    isThere,
    rename,
    unlink,
    mkdir: (path) => mkdir(path, folderMode),
    makeFolder: (path) => makeFolder(path, folderMode),
    readdir: (path) => readdir(path),
    remove: (path) => rm(path, { recursive: true, force: true }),
    async syncFolder(path) {
      // Windows cannot open a folder, and keeps its entries without a sync.
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

/** Makes a folder and those above it. Node's own `recursive` never ends in a folder that takes none, such as /proc. */
async function makeFolder(path: string, mode: number): Promise<void> {
  try {
    await mkdir(path, mode);
  } catch (cause) {
    if (hasCode(cause, "EEXIST") && (await stat(path)).isDirectory()) return;
    const above = dirname(path);
    if (!hasCode(cause, "ENOENT") || (await isThere(above))) throw cause;
    await makeFolder(above, mode);
    await makeFolder(path, mode);
  }
}

async function isThere(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (cause) {
    if (hasCode(cause, "ENOENT", "ENOTDIR")) return false;
    throw cause;
  }
}

/** Writes all of the bytes. A nearly full disk takes a part and fails only at the next write. */
export async function writeWhole(file: DiskFile, bytes: Uint8Array, position: number): Promise<void> {
  let written = 0;
  while (written < bytes.length) {
    const more = await file.write(bytes.subarray(written), position + written);
    if (more === 0) throw new Error("the disk takes no more bytes");
    written += more;
  }
}

/** Returns whether an error has one of these codes. */
export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && "code" in error && codes.some((code) => code === error.code);
}
