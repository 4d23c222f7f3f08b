import { Damaged } from "../damaged.ts";
import { type Disk, type DiskFile, writeWhole } from "./disk.ts";
import type { OpenJournals } from "./open-journals.ts";

/** The file that a journal writes to. It is closed when idle, since there may be more worlds than open files. */
export class JournalFile {
  readonly #disk: Disk;
  readonly #path: () => string;
  readonly #openJournals: OpenJournals;
  #file: DiskFile | undefined;
  #durable: number;
  #isTorn = false;

  constructor(disk: Disk, path: () => string, durable: number, openJournals: OpenJournals) {
    this.#disk = disk;
    this.#path = path;
    this.#durable = durable;
    this.#openJournals = openJournals;
  }

  /** Whether a failed write may have left bytes that are not durable. */
  get isTorn(): boolean {
    return this.#isTorn;
  }

  /** Appends bytes. */
  async append(bytes: Uint8Array): Promise<void> {
    await this.#use(async (file) => {
      try {
        await writeWhole(file, bytes, this.#durable);
        await file.datasync();
      } catch (cause) {
        this.#isTorn = true;
        throw cause;
      }
    });
    this.#durable += bytes.length;
  }

  /** Cuts off what a failed write left. Nothing may be appended before that. */
  async repair(): Promise<void> {
    await this.#use(async (file) => {
      await file.truncate(this.#durable);
      await file.sync();
    });
    this.#isTorn = false;
  }

  get isOpen(): boolean {
    return this.#file !== undefined;
  }

  async close(): Promise<void> {
    const file = this.#file;
    this.#file = undefined;
    this.#openJournals.forget(this);
    await file?.close();
  }

  /** Returns whether somebody has removed the file while it is open: further writes would be lost. */
  async isRemoved(): Promise<boolean> {
    const file = this.#file;
    // This process may close it meanwhile, to rename or remove it.
    return file !== undefined && (await file.links().catch(() => 1)) === 0 && file === this.#file;
  }

  async #open(): Promise<DiskFile> {
    const path = this.#path();
    const file = await this.#disk.open(path, "r+");
    try {
      if ((await file.size()) < this.#durable) {
        throw new Damaged(path, null, `somebody has cut it to less than the ${this.#durable} bytes that were written`);
      }
      return file;
    } catch (cause) {
      await file.close().catch(() => {});
      throw cause;
    }
  }

  async #use(work: (file: DiskFile) => Promise<void>): Promise<void> {
    await this.#openJournals.enter(this);
    try {
      this.#file ??= await this.#open();
      await work(this.#file);
    } catch (cause) {
      // The next try opens the file again.
      await this.close().catch(() => {});
      throw cause;
    } finally {
      this.#openJournals.leave(this);
    }
  }
}
