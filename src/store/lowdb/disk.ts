import * as fs from "node:fs";
import { closeSync, fstatSync, openSync, readdirSync, readFileSync, statSync } from "node:fs";
import { mkdir, open, readFile, rename, rm, unlink } from "node:fs/promises";
import { dirname } from "node:path";
import { promisify } from "node:util";

/** A file that is open for writing. */
export interface DiskFile {
  /** Returns how many bytes it took, perhaps too few. */
  write(bytes: Uint8Array, position: number): Promise<number>;
  /** Waits until the content, and the size needed to read it, would survive a power loss. */
  datasync(): Promise<void>;
  sync(): Promise<void>;
  truncate(size: number): Promise<void>;
  size(): Promise<number>;
  close(): Promise<void>;
}

/** Write to an existing file, or create a new one. */
export type OpenFlags = "r+" | "wx";

/** All that the store needs of a disk: few enough calls that tests can replace it by one that forgets and fails. */
export interface Disk {
  open(path: string, flags: OpenFlags): Promise<DiskFile>;
  /** `isSmall`: the file is read at once, which is faster than a turn of the event loop for each step. */
  readFile(path: string, isSmall?: boolean): Promise<Buffer>;
  /** Returns the size of a file or folder; null if there is none of that name. Rejects if that cannot be known. */
  sizeOf(path: string): Promise<number | null>;
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

const write = promisify(fs.write);
const fdatasync = promisify(fs.fdatasync);
const fsync = promisify(fs.fsync);
const ftruncate = promisify(fs.ftruncate);

function diskThatMakes({ folderMode, fileMode }: { readonly folderMode: number; readonly fileMode: number }): Disk {
  return {
    // What takes some microseconds is done at once, here and below: only what waits for the disk is worth a thread.
    async open(path, flags) {
      const fd = openSync(path, flags, fileMode);
      return {
        write: async (bytes, position) => (await write(fd, bytes, 0, bytes.length, position)).bytesWritten,
        datasync: () => fdatasync(fd),
        sync: () => fsync(fd),
        truncate: (size) => ftruncate(fd, size),
        size: async () => fstatSync(fd).size,
        close: async () => closeSync(fd),
      };
    },
    readFile: async (path, isSmall = false) => (isSmall ? readFileSync(path) : readFile(path)),
    sizeOf: async (path) => sizeOf(path),
    rename,
    unlink,
    mkdir: (path) => mkdir(path, folderMode),
    makeFolder: (path) => makeFolder(path, folderMode),
    readdir: async (path) => readdirSync(path),
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
    if (hasCode(cause, "EEXIST") && statSync(path).isDirectory()) return;
    const above = dirname(path);
    if (!hasCode(cause, "ENOENT") || sizeOf(above) !== null) throw cause;
    await makeFolder(above, mode);
    await makeFolder(path, mode);
  }
}

function sizeOf(path: string): number | null {
  try {
    return statSync(path).size;
  } catch (cause) {
    if (hasCode(cause, "ENOENT", "ENOTDIR")) return null;
    throw cause;
  }
}

/** Returns whether there is a file or folder of that name. Rejects if that cannot be known. */
export async function isThere(disk: Disk, path: string): Promise<boolean> {
  return (await disk.sizeOf(path)) !== null;
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

export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && "code" in error && codes.some((code) => code === error.code);
}
