import { execFileSync } from "node:child_process";
import { closeSync, ftruncateSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Answer } from "../../src/client/answer.ts";
import { type Ask, asker } from "../../src/client/connection.ts";
import { numberOf, rowsOf } from "../rules/json-reading.ts";
import { RunningSaldo } from "../running-saldo.ts";

const PAGE = 4_096;

/** A file system of half a megabyte and 100 inodes, either of which can be used up. */
class SmallDisk implements Disposable {
  readonly path: string;
  readonly #parent: string;
  #ballasts = 0;

  constructor() {
    this.#parent = mkdtempSync(join(tmpdir(), "saldo-full-disk-"));
    this.path = join(this.#parent, "disk");
    mkdirSync(this.path);
    try {
      execFileSync("mount", ["-t", "tmpfs", "-o", "size=512k,nr_inodes=100", "saldo-full-disk", this.path], {
        stdio: "pipe",
      });
    } catch (error) {
      rmSync(this.#parent, { recursive: true });
      throw error;
    }
  }

  /** Leaves so many pages of 4 KiB free. */
  fill(freePages = 0): void {
    const file = openSync(join(this.path, `ballast-${this.#ballasts}`), "w");
    this.#ballasts += 1;
    let pages = 0;
    try {
      for (; ; pages += 1) writeSync(file, Buffer.alloc(PAGE));
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "ENOSPC")) throw error;
      ftruncateSync(file, (pages - freePages) * PAGE);
    } finally {
      closeSync(file);
    }
  }

  /** Leaves no inode free: no file can be made, but every file can grow. */
  fillInodes(): void {
    try {
      for (;;) {
        closeSync(openSync(join(this.path, `ballast-${this.#ballasts}`), "wx"));
        this.#ballasts += 1;
      }
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "ENOSPC")) throw error;
    }
  }

  async free(): Promise<void> {
    for (; this.#ballasts > 0; this.#ballasts -= 1) await rm(join(this.path, `ballast-${this.#ballasts - 1}`));
  }

  [Symbol.dispose](): void {
    // Also when a process still has a file open there.
    execFileSync("umount", ["--lazy", this.path]);
    rmSync(this.#parent, { recursive: true });
  }
}

const canMount = (() => {
  try {
    using _ = new SmallDisk();
    return true;
  } catch {
    return false;
  }
})();

/** A disk for one test, which is gone afterwards, also when the test was not patient enough to see its end. */
function newDisk(): SmallDisk {
  const disk = new SmallDisk();
  onTestFinished(() => disk[Symbol.dispose]());
  return disk;
}

function start(disk: SmallDisk, folder = "data"): RunningSaldo {
  const saldo = new RunningSaldo(["--store", "lowdb", "--data", join(disk.path, folder), "--clock", "frozen"]);
  onTestFinished(() => saldo[Symbol.asyncDispose]());
  return saldo;
}

/** Where it listens, or null when it has ended, which it must have told the reason of in one line. */
async function addressOrRefusal(saldo: RunningSaldo): Promise<string | null> {
  const url = await saldo.address().catch(() => null);
  if (url === null) expect(saldo.output).toMatch(/^error: .*ENOSPC.*\n$/);
  return url;
}

/** What a client knows to be kept. */
interface Book {
  serial: number;
  readonly acknowledged: string[];
}

/** A client that writes down what was acknowledged, and what was answered with 503. */
class Client {
  readonly ask: Ask;
  readonly book: Book;

  constructor(url: string, book: Book) {
    this.ask = asker({ url, apiKey: "sandbox-key" });
    this.book = book;
  }

  /** What the balance must be. */
  get balance(): number {
    return 150_000 + 100 * this.book.acknowledged.length;
  }

  async charge(): Promise<Answer> {
    this.book.serial += 1;
    const externalId = `charge ${this.book.serial}`;
    const answer = await this.ask("POST", "/sandbox/charges", { total: 100, externalId, paid: true });
    if (answer.status === 201) this.book.acknowledged.push(externalId);
    return answer;
  }

  /** Works, as several clients at once, until the disk is full. Returns the first error. */
  async untilFull(): Promise<Answer> {
    for (let works = true; works; ) {
      const answers = await Promise.all(Array.from({ length: 4 }, () => this.charge()));
      works = answers.every(({ status }) => status === 201);
      // More would not fit on an empty one.
      expect(this.book.serial).toBeLessThan(3_000);
    }
    // There may still be room for something smaller than a charge. Nothing is smaller than that time has passed.
    for (;;) {
      const refused = await this.ask("POST", "/sandbox/clock/advance", { by: "PT1S" });
      if (refused.status !== 200) return refused;
    }
  }

  /** That what was acknowledged is there, and nothing else; nor are there other worlds than these. */
  async expectKept(others: readonly string[] = []): Promise<void> {
    const { acknowledged } = this.book;
    const charges = rowsOf(await this.ask("GET", "/sandbox/charges?limit=1000"), "charges");
    const own = charges.map(({ externalId }) => String(externalId)).filter((id) => id.startsWith("charge "));
    expect(own.sort()).toEqual([...acknowledged].sort());
    expect(numberOf(await this.ask("GET", "/account-balance"), "data.balance")).toBe(this.balance);
    expect(rowsOf(await this.ask("GET", "/account-balance/withdrawals"), "data")).toEqual([]);
    expect(numberOf(await this.ask("GET", "/sandbox/world"), "epoch")).toBe(1);
    const bookmarks = rowsOf(await this.ask("GET", "/sandbox/bookmarks"), "bookmarks");
    expect(bookmarks.map(({ name }) => name)).toEqual(["beginning"]);
    const worlds = rowsOf(await this.ask("GET", "/sandbox/worlds"), "worlds");
    expect(worlds.map(({ worldId }) => worldId)).toEqual(["default", ...others]);
  }
}

/** A client that has bookmarked the beginning and gone back there once. */
async function begun(url: string): Promise<Client> {
  const client = new Client(url, { serial: 0, acknowledged: [] });
  expect((await client.ask("POST", "/sandbox/bookmarks", { name: "beginning" })).status).toBe(201);
  expect((await client.ask("POST", "/sandbox/rewind", { bookmark: "beginning" })).status).toBe(200);
  expect((await client.charge()).status).toBe(201);
  return client;
}

/** Whatever writes is refused in the form of its document, and says why. */
async function expectRefused({ ask }: Client): Promise<void> {
  const initiated = await ask("POST", "/account-balance/withdraw", { value: 5_000 });
  expect(initiated.body).toMatchObject({ status: 503, data: { code: "UNAVAILABLE" } });
  expect(initiated.text("message")).toContain("could not write to its store");
  const refused = [
    initiated,
    await ask("POST", "/sandbox/bookmarks", { name: "full" }),
    await ask("POST", "/sandbox/rewind", { bookmark: "beginning" }),
    await ask("POST", "/sandbox/clock/advance", { by: "PT1H" }),
    await ask("POST", "/sandbox/worlds", {}),
  ];
  expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 503));
  for (const problem of refused.slice(1)) {
    expect(problem.headers.get("content-type")).toContain("application/problem+json");
    expect(problem.body).toMatchObject({ status: 503, code: "UNAVAILABLE" });
    expect(problem.text("detail")).toContain("could not write to its store");
  }
}

describe.skipIf(!canMount)(
  `a disk that is full${canMount ? "" : " (skipped: this user may not mount a tmpfs)"}`,
  () => {
    test("is told with 503 by whatever writes; nothing half done is left, and work goes on when there is space", async () => {
      const disk = newDisk();
      const saldo = start(disk);
      const client = await begun(await saldo.address());
      for (let round = 0; round < 2; round += 1) {
        disk.fill();
        const balances = await seenMeanwhile(client, async () => {
          const refused = await client.untilFull();
          expect([refused.status, refused.at("code")]).toEqual([503, "UNAVAILABLE"]);
          await expectRefused(client);
        });
        expect(Math.max(...balances)).toBeLessThanOrEqual(client.balance);
        await client.expectKept();
        await disk.free();
        expect((await client.charge()).status).toBe(201);
        await client.expectKept();
      }
    });

    test("lets a first start say in a line that there is no room, as long as there is too little for its world", async () => {
      const disk = newDisk();
      for (let freePages = 0; ; freePages += 1) {
        disk.fill(freePages);
        const saldo = start(disk);
        if ((await addressOrRefusal(saldo)) !== null) break;
        expect(await saldo.ended()).toBe(1);
        await disk.free();
      }
    });

    test("is no reason to lose anything at a kill, at a start or at an orderly end", async () => {
      const disk = newDisk();
      const saldo = start(disk);
      const client = await begun(await saldo.address());
      disk.fill();
      await client.untilFull();
      const other = start(disk, "other");
      expect(await addressOrRefusal(other)).toBe(null);
      expect(await other.ended()).toBe(1);
      await saldo.stop("SIGKILL");
      // What a removed lock has taken may just suffice.
      disk.fill();
      const again = start(disk);
      const url = await addressOrRefusal(again);
      // The kill came when nothing was being written, so that nothing was left to be cut off.
      expect(again.output).not.toContain("cut off");
      if (url !== null) {
        const later = new Client(url, client.book);
        await later.expectKept();
        await later.untilFull();
        // It would write its world down now.
        expect(await again.stop()).toBe(0);
      }
      await disk.free();
      const last = start(disk);
      await new Client(await last.address(), client.book).expectKept();
    });
  },
);

test.skipIf(!canMount)(
  "without space, or inodes, a world can be deleted, and the others go on by themselves",
  async () => {
    const disk = newDisk();
    const saldo = start(disk);
    const url = await saldo.address();
    const client = await begun(url);
    const others: { readonly worldId: string; readonly ask: Ask }[] = [];
    for (let count = 0; count < 4; count += 1) {
      const made = await client.ask("POST", "/sandbox/worlds", {});
      others.push({ worldId: made.text("worldId"), ask: asker({ url, apiKey: made.text("companies.0.apiKey") }) });
    }
    const charge = ({ ask }: { ask: Ask }) => ask("POST", "/sandbox/charges", { total: 100 });
    for (const what of ["space", "inodes"]) {
      if (what === "space") disk.fill();
      else disk.fillInodes();
      if (what === "space") for (const other of others) while ((await charge(other)).status === 201);
      expect((await client.ask("POST", "/sandbox/worlds", {})).status).toBe(503);
      const deleted = others.shift();
      expect((await client.ask("DELETE", `/sandbox/worlds/${deleted?.worldId}`)).status).toBe(204);
      for (const other of others) expect((await other.ask("GET", "/account-balance")).status).toBe(200);
      await disk.free();
      for (const other of others) expect((await charge(other)).status).toBe(201);
      await client.expectKept(others.map(({ worldId }) => worldId));
    }
  },
);

/** The balances that a reader sees while something is done. */
async function seenMeanwhile(client: Client, work: () => Promise<void>): Promise<readonly number[]> {
  const balances: number[] = [];
  let isOver = false;
  const reading = (async () => {
    while (!isOver) {
      const answer = await client.ask("GET", "/account-balance");
      if (answer.status === 200) balances.push(numberOf(answer, "data.balance"));
      else expect([answer.status, answer.at("data.code")]).toEqual([503, "UNAVAILABLE"]);
    }
  })();
  await work().finally(() => {
    isOver = true;
  });
  await reading;
  return balances;
}
