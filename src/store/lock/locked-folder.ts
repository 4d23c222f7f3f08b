import { resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { getSystemErrorMessage } from "node:util";
import { hasCode, isThere, realDisk } from "../lowdb/disk.ts";
import { contentOf, FolderLock, renew, renewalOf } from "./folder-lock.ts";
import { type Holder, lifeOf, ownHolder, parseHolder } from "./holder.ts";

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
  /** Called once, with the reason, when the lock is lost: the process must no longer write to the folder. */
  readonly onLost?: (reason: string) => void;
}

/** A removed folder is noticed within two seconds. */
const RENEW_EVERY_MS = 1_500;

/** Another process, or this one, has already locked the folder. */
export class FolderLocked extends Error {
  override readonly name = "FolderLocked";

  constructor(folder: string, { pid, host, startedAt }: Holder) {
    super(`the folder ${folder} is in use by process ${pid} on host ${host}, started ${startedAt} (saldo)`);
  }
}

/**
 * Locks a folder for this process, and makes it if it does not exist. Rejects with `FolderLocked` if it is locked. The
 * lock of a dead process does not count. The lock does not keep the process alive.
 */
export async function lockFolder(folder: string, options: LockOptions = {}): Promise<LockedFolder> {
  return namingTheFolder(folder, async () => {
    const lock = new FolderLock(resolve(folder));
    const content = JSON.stringify(await ownHolder());
    // A process that loses the race looks again, and then nearly always finds the winner.
    for (let look = 1; look <= 20; look += 1) {
      await realDisk.makeFolder(folder);
      const { holder, stale } = await findHolder(lock, options);
      if (holder !== null) throw new FolderLocked(folder, holder);
      for (const claim of stale) await lock.remove(claim);
      const claim = await lock.put(content);
      if (claim !== null) return keepLock(folder, lock, claim, options);
    }
    throw new Error(`its lock cannot be taken; remove ${lock.path} if no process uses the folder`);
  });
}

/** Returns the process that has locked a folder, or null. Changes nothing. */
export async function lockHolder(folder: string, options: WatchOptions = {}): Promise<Holder | null> {
  return namingTheFolder(folder, async () => (await findHolder(new FolderLock(resolve(folder)), options)).holder);
}

/** `stale`: the claims of dead processes, which must be removed. */
async function findHolder(lock: FolderLock, options: WatchOptions) {
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
  const holder = content === undefined ? null : parseHolder(content);
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
  while (now !== undefined && now === before && performance.now() - begun < watchForMs) {
    await pause(lookEveryMs);
    now = await renewalOf(claim);
  }
  return now !== undefined && now !== before;
}

/** Renews a claim until it is released or lost. */
function keepLock(folder: string, lock: FolderLock, claim: string, options: LockOptions): LockedFolder {
  let released: Promise<void> | undefined;
  let timer = renewLater();

  function renewLater(): NodeJS.Timeout {
    return setTimeout(() => void renewNow(), options.renewEveryMs ?? RENEW_EVERY_MS).unref();
  }

  async function renewNow(): Promise<void> {
    const reason = (await renew(claim)) ? null : await whyLost(folder, lock);
    if (released !== undefined) return;
    if (reason === null) timer = renewLater();
    else options.onLost?.(reason);
  }

  return {
    release() {
      clearTimeout(timer);
      // A lost claim has another name than the one in its place, which therefore stays.
      released ??= namingTheFolder(folder, () => lock.remove(claim));
      return released;
    },
  };
}

async function whyLost(folder: string, lock: FolderLock): Promise<string> {
  const isRemoved = await isThere(realDisk, folder).then(
    (there) => !there,
    () => false,
  );
  if (isRemoved) return `the folder ${folder} was removed`;
  const claims = await lock.claims().catch(() => []);
  if (claims.length > 0) return `another process has taken the folder ${folder}`;
  return `the lock of the folder ${folder} was removed`;
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
  if (hasCode(error, "EEXIST")) return "there is a file in its place";
  if (hasCode(error, "ENOTDIR")) return "its path leads through a file";
  return `${getSystemErrorMessage(error.errno)} (${error.code})`;
}
