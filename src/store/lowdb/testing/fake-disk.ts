import { basename, dirname } from "node:path/posix";
import type { Disk, DiskFile, OpenFlags } from "../disk.ts";
import { Chance } from "./chance.ts";
import { FakeFile } from "./fake-file.ts";
import { FakeFolder, type FakeNode } from "./fake-folder.ts";

export type DiskCall = keyof Disk | Exclude<keyof DiskFile, "sync"> | "sync";

/** What goes wrong: a call that fails with a code, a write that takes half of the bytes, or the power. */
export type DiskFault = { readonly code: string } | "short-write" | "crash";

/**
 * A disk in memory. It forgets what was not synced when the power fails, and fails when it is told to. Calls are counted
 * from 1 on, so that a test can let each of them go wrong in turn.
 */
export class FakeDisk implements Disk {
  readonly made: DiskCall[] = [];
  #root: FakeFolder;
  #faults = new Map<number, DiskFault>();
  #isDead = false;
  /** How many bytes the files may have together. */
  capacity = Number.POSITIVE_INFINITY;
  /** How many files are open, and the most that were at a time. */
  nowOpen = 0;
  mostOpen = 0;

  constructor(root = new FakeFolder()) {
    this.#root = root;
  }

  /** Lets a call go wrong, counted from the first one of this disk. */
  fail(call: number, fault: DiskFault): void {
    this.#faults.set(call, fault);
  }

  /** Lets no fault happen any more. */
  heal(): void {
    this.#faults.clear();
    this.capacity = Number.POSITIVE_INFINITY;
  }

  /** How often something was asked for. */
  count(...calls: readonly DiskCall[]): number {
    return this.made.filter((one) => calls.includes(one)).length;
  }

  /** The power fails: nothing works any more. The disk that is left has what was synced, and by chance some of the rest. */
  crash(seed: number): FakeDisk {
    this.#isDead = true;
    return new FakeDisk(this.#root.afterCrash(new Chance(seed)));
  }

  /** The process is killed: what it did not sync is still there for the next one, until the power fails. */
  kill(): FakeDisk {
    this.#isDead = true;
    return new FakeDisk(this.#root);
  }

  /** A second disk with the same content. */
  copy(): FakeDisk {
    const copied = new FakeDisk();
    copyInto(copied.#root, this.#root);
    return copied;
  }

  /** The paths of all files. */
  files(folder = this.#root, path = ""): string[] {
    return folder.names.flatMap((name) => {
      const node = folder.get(name);
      return node instanceof FakeFolder ? this.files(node, `${path}/${name}`) : [`${path}/${name}`];
    });
  }

  /** Puts a file there, durably, as another process would. */
  put(path: string, content: Uint8Array): void {
    const folder = this.#folder(dirname(path));
    folder.change(new Map([[basename(path), FakeFile.of(content)]]));
    folder.sync();
  }

  contentOf(path: string): Buffer {
    return Buffer.from(this.#file(path).content);
  }

  async open(path: string, flags: OpenFlags): Promise<DiskFile> {
    await this.#call("open", () => {
      if (flags !== "wx") return;
      const folder = this.#folder(dirname(path));
      if (folder.get(basename(path)) !== undefined) throw failure("EEXIST", path);
      folder.change(new Map([[basename(path), new FakeFile()]]));
    });
    const file = this.#file(path);
    this.nowOpen += 1;
    this.mostOpen = Math.max(this.mostOpen, this.nowOpen);
    return this.#handle(file);
  }

  async readFile(path: string): Promise<Buffer> {
    return this.#call("readFile", () => this.contentOf(path));
  }

  async sizeOf(path: string): Promise<number | null> {
    return this.#call("sizeOf", () => {
      const node = this.#nodeAt(path);
      return node instanceof FakeFile ? node.content.length : node && 0;
    });
  }

  async rename(from: string, to: string): Promise<void> {
    await this.#call("rename", () => {
      const folder = this.#folder(dirname(from));
      if (dirname(from) !== dirname(to)) throw new Error("this disk renames within a folder only");
      const node = folder.get(basename(from));
      if (node === undefined) throw failure("ENOENT", from);
      const there = folder.get(basename(to));
      if (there instanceof FakeFolder && there.names.length > 0) throw failure("ENOTEMPTY", to);
      folder.change(
        new Map([
          [basename(from), null],
          [basename(to), node],
        ]),
      );
    });
  }

  async unlink(path: string): Promise<void> {
    await this.#call("unlink", () => {
      this.#file(path);
      this.#folder(dirname(path)).change(new Map([[basename(path), null]]));
    });
  }

  async mkdir(path: string): Promise<void> {
    await this.#call("mkdir", () => {
      const folder = this.#folder(dirname(path));
      if (folder.get(basename(path)) !== undefined) throw failure("EEXIST", path);
      folder.change(new Map([[basename(path), new FakeFolder()]]));
    });
  }

  async makeFolder(path: string): Promise<void> {
    await this.#call("makeFolder", () => {
      let folder = this.#root;
      for (const name of path.split("/").filter((part) => part !== "")) {
        const there = folder.get(name) ?? new FakeFolder();
        if (!(there instanceof FakeFolder)) throw failure("EEXIST", path);
        if (folder.get(name) === undefined) folder.change(new Map([[name, there]]));
        folder = there;
      }
    });
  }

  async readdir(path: string): Promise<readonly string[]> {
    return this.#call("readdir", () => this.#folder(path).names);
  }

  async remove(path: string): Promise<void> {
    await this.#call("remove", () => {
      const node = this.#folder(dirname(path)).get(basename(path));
      if (node === undefined) return;
      if (node instanceof FakeFolder) node.empty();
      this.#folder(dirname(path)).change(new Map([[basename(path), null]]));
    });
  }

  async syncFolder(path: string): Promise<void> {
    await this.#call("syncFolder", () => this.#folder(path).sync());
  }

  get #used(): number {
    return this.files().reduce((sum, path) => sum + this.#file(path).content.length, 0);
  }

  #handle(file: FakeFile): DiskFile {
    const sync = (name: "sync" | "datasync") => {
      return this.#call(
        name,
        () => file.sync(),
        () => file.failSync(),
      );
    };
    return {
      write: (bytes, position) => {
        return this.#call("write", (fault) => {
          return this.#write(file, fault === "short-write" ? bytes.subarray(0, bytes.length / 2) : bytes, position);
        });
      },
      datasync: () => sync("datasync"),
      sync: () => sync("sync"),
      truncate: (size) => this.#call("truncate", () => file.truncate(size)),
      size: () => this.#call("size", () => file.content.length),
      close: () => {
        // Even when it says that it has failed.
        this.nowOpen -= 1;
        return this.#call("close", () => {});
      },
    };
  }

  #write(file: FakeFile, bytes: Uint8Array, position: number): number {
    const used = this.capacity === Number.POSITIVE_INFINITY ? 0 : this.#used;
    // What it writes over takes no more room.
    const room = Math.max(0, this.capacity - used + file.content.length - position);
    if (room === 0 && bytes.length > 0) throw failure("ENOSPC", "write");
    const taken = bytes.subarray(0, room);
    file.write(taken, position);
    return taken.length;
  }

  async #call<T>(name: DiskCall, work: (fault: DiskFault | undefined) => T, onFailure = () => {}): Promise<T> {
    this.made.push(name);
    const fault = this.#faults.get(this.made.length);
    // As of a real disk, what it does comes later than the call.
    await undefined;
    if (fault === "crash") this.#isDead = true;
    if (this.#isDead) throw failure("EIO", "the power has failed");
    if (typeof fault === "object") {
      onFailure();
      throw failure(fault.code, name);
    }
    return work(fault);
  }

  #folder(path: string): FakeFolder {
    let folder = this.#root;
    for (const name of path.split("/").filter((part) => part !== "" && part !== ".")) {
      const node = folder.get(name);
      if (!(node instanceof FakeFolder)) throw failure(node === undefined ? "ENOENT" : "ENOTDIR", path);
      folder = node;
    }
    return folder;
  }

  /** What there is of that name; null if nothing. */
  #nodeAt(path: string): FakeNode | null {
    let node: FakeNode | undefined = this.#root;
    for (const name of path.split("/").filter((part) => part !== "" && part !== ".")) {
      node = node instanceof FakeFolder ? node.get(name) : undefined;
    }
    return node ?? null;
  }

  #file(path: string): FakeFile {
    const node = this.#folder(dirname(path)).get(basename(path));
    if (!(node instanceof FakeFile)) throw failure("ENOENT", path);
    return node;
  }
}

function copyInto(target: FakeFolder, source: FakeFolder): void {
  for (const name of source.names) {
    const node = source.get(name);
    if (node instanceof FakeFile) target.change(new Map([[name, FakeFile.of(node.content)]]));
    if (!(node instanceof FakeFolder)) continue;
    const folder = new FakeFolder();
    copyInto(folder, node);
    target.change(new Map([[name, folder]]));
  }
  target.sync();
}

function failure(code: string, what: string): Error {
  return Object.assign(new Error(`${code}: ${what}`), { code });
}
