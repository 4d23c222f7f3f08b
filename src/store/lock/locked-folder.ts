import { randomUUID } from "node:crypto";
import { resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { getSystemErrorMessage } from "node:util";
import { makeFolder, realDisk } from "../lowdb/disk.ts";
import { contentOf, FolderLock, renew, renewalOf } from "./folder-lock.ts";
import { type Holder, ownHolder, parseHolder } from "./holder.ts";
import { lifeOf } from "./process-identity.ts";

export interface LockedFolder {
  /** Releases the folder. Does nothing the second time. */
  release(): Promise<void>;
}

export interface WatchOptions {
  /** How long a holder on another machine is watched for a sign of life: several times the interval of renewing. */
  readonly watchForMs?: number;
  readonly lookEveryMs?: number;
}

export interface LockOptions extends WatchOptions {
  readonly renewEveryMs?: number;
  /** Returns the path of something in use in the folder that somebody has removed, or null. Called at each renewal. */
  readonly removedPath?: () => Promise<string | null>;
  /** Called once, with the reason, when the lock is lost: the process must no longer write to the folder. */
  readonly onLost?: (reason: string) => void;
}

/** A removed folder is noticed within two seconds. */
const RENEW_EVERY_MS = 1_500;

/** Another process, or this one, has already locked the folder. */
export class FolderLocked extends Error {
  override readonly name = "FolderLocked";
  readonly holder: Holder;

  constructor(folder: string, holder: Holder) {
    const { pid, host, startedAt } = holder;
    super(`the folder ${folder} is in use by process ${pid} on host ${host}, started ${startedAt} (saldo)`);
    this.holder = holder;
  }
}

/**
 * Locks a folder for this process, and makes it if it does not exist. Rejects with `FolderLocked` if it is locked. The
 * lock of a dead process does not count. The lock does not keep the process alive.
 */
export async function lockFolder(folder: string, options: LockOptions = {}): Promise<LockedFolder> {
  return namingTheFolder(folder, async () => {
    const lock = new FolderLock(resolve(folder));
    const name = randomUUID();
    const content = JSON.stringify({ ...(await ownHolder()), nonce: name });
    // A process that loses the race looks again, and then nearly always finds the winner.
    for (let look = 1; look <= 20; look += 1) {
      await makeFolder(realDisk, folder);
      const { holder, stale } = await findHolder(lock, options);
      if (holder !== null) throw new FolderLocked(folder, holder);
      for (const claim of stale) await lock.remove(claim);
      if (await lock.put(name, content)) return new OwnLock(folder, lock, lock.claimNamed(name), options);
    }
    throw new Error(`its lock cannot be taken; remove ${lock.path} if nobody uses the folder`);
  });
}

/** Returns the process that has locked a folder, or null. Changes nothing. */
export async function lockHolder(folder: string, options: WatchOptions = {}): Promise<Holder | null> {
  return namingTheFolder(folder, async () => (await findHolder(new FolderLock(resolve(folder)), options)).holder);
}

interface Found {
  readonly holder: Holder | null;
  /** The claims of dead processes, which must be removed. */
  readonly stale: readonly string[];
}

async function findHolder(lock: FolderLock, options: WatchOptions): Promise<Found> {
  const stale: string[] = [];
  for (const claim of await lock.claims()) {
    const holder = await livingHolder(claim, options);
    if (holder !== null) return { holder, stale };
    stale.push(claim);
  }
  return { holder: null, stale };
}

async function livingHolder(claim: string, options: WatchOptions): Promise<Holder | null> {
  const content = await contentOf(claim);
  const holder = content === null ? null : parseHolder(content);
  if (holder === null) return null;
  const life = await lifeOf(holder);
  return life === "alive" || (life === "unknown" && (await isRenewed(claim, options))) ? holder : null;
}

/**
 * Returns whether a claim is being renewed. Compares times of the file system only with each other: the clocks of two
 * machines may differ by any amount.
 */
async function isRenewed(claim: string, { watchForMs = 6000, lookEveryMs = 200 }: WatchOptions): Promise<boolean> {
  const before = await renewalOf(claim);
  const begun = performance.now();
  let now = before;
  while (now !== null && now === before && performance.now() - begun < watchForMs) {
    await pause(lookEveryMs);
    now = await renewalOf(claim);
  }
  return now !== null && now !== before;
}

class OwnLock implements LockedFolder {
  readonly #folder: string;
  readonly #lock: FolderLock;
  readonly #claim: string;
  readonly #renewEveryMs: number;
  readonly #removedPath: (() => Promise<string | null>) | undefined;
  readonly #onLost: ((reason: string) => void) | undefined;
  #timer: NodeJS.Timeout | undefined;
  #released: Promise<void> | undefined;

  constructor(folder: string, lock: FolderLock, claim: string, options: LockOptions) {
    this.#folder = folder;
    this.#lock = lock;
    this.#claim = claim;
    this.#renewEveryMs = options.renewEveryMs ?? RENEW_EVERY_MS;
    this.#removedPath = options.removedPath;
    this.#onLost = options.onLost;
    this.#renewLater();
  }

  release(): Promise<void> {
    clearTimeout(this.#timer);
    // A lost claim has another name than the one in its place, which therefore stays.
    this.#released ??= namingTheFolder(this.#folder, () => this.#lock.remove(this.#claim));
    return this.#released;
  }

  #renewLater(): void {
    this.#timer = setTimeout(() => void this.#renew(), this.#renewEveryMs).unref();
  }

  async #renew(): Promise<void> {
    const reason = (await renew(this.#claim)) ? await this.#removal() : await this.#whyLost();
    if (this.#released !== undefined) return;
    if (reason === null) this.#renewLater();
    else this.#onLost?.(reason);
  }

  async #removal(): Promise<string | null> {
    // An unknown state, such as an unreachable network drive, proves nothing.
    const path = await this.#removedPath?.().catch(() => null);
    return typeof path === "string" ? `${path} was removed` : null;
  }

  async #whyLost(): Promise<string> {
    const isThere = await realDisk.isThere(this.#folder).catch(() => true);
    if (!isThere) return `the folder ${this.#folder} was removed`;
    const claims = await this.#lock.claims().catch(() => []);
    if (claims.length > 0) return `another process has taken the folder ${this.#folder}`;
    return `the lock of the folder ${this.#folder} was removed`;
  }
}

async function namingTheFolder<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof FolderLocked) throw error;
    throw new Error(`cannot use the folder ${folder}: ${reasonOf(error)}`, { cause: error });
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (!("code" in error && "errno" in error && typeof error.errno === "number")) return error.message;
  if (error.code === "EEXIST") return "there is a file in its place";
  if (error.code === "ENOTDIR") return "its path leads through a file";
  return `${getSystemErrorMessage(error.errno)} (${error.code})`;
}
