import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Holder, ownHolder, type ProcessStart } from "./holder.ts";
import { FolderLocked, type LockedFolder, type LockOptions, lockFolder, lockHolder } from "./locked-folder.ts";

let folder: string;
const holds: LockedFolder[] = [];
const children: ChildProcess[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "saldo-held-"));
});

afterEach(async () => {
  await Promise.all(children.splice(0).map(killed));
  await Promise.all(holds.splice(0).map((hold) => hold.release()));
  await rm(folder, { recursive: true, force: true });
});

describe("a folder that is held", () => {
  test("is refused to another process, in one line that says who holds it", async () => {
    const before = new Date().toISOString();
    const child = await childThat(holdsWhenTold);
    expect(await told(child, folder)).toBe("held");
    const { startedAt = "" } = (await lockHolder(folder)) ?? {};
    expect([before, startedAt, new Date().toISOString()].toSorted()[1]).toBe(startedAt);
    const refused = await refusal(folder);
    expect(refused).toBeInstanceOf(FolderLocked);
    expect(refused.message).toMatch(
      /^the folder \S+ is in use by process \d+ on host \S+, started \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z \(saldo\)$/,
    );
    expect(refused.message).toContain(`folder ${folder} is in use by process ${child.pid} on host ${hostname()}, `);
  });

  test("of several tries of one process at once exactly one succeeds", async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => hold(folder)));
    const refused = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
    expect(refused).toEqual(Array.from({ length: 7 }, () => expect.any(FolderLocked)));
  });

  test("is free after the release, which can be repeated", async () => {
    const first = await hold(folder);
    await first.release();
    expect(await readdir(folder)).toEqual([]);
    await hold(folder);
    await first.release();
    expect(await refusal(folder)).toBeInstanceOf(FolderLocked);
  });

  test("does not keep its process alive", async () => {
    const child = await childThat(`await lockFolder(${JSON.stringify(folder)}); process.disconnect();`);
    expect(await ended(child)).toBe(0);
    expect(await readdir(folder)).toEqual(["lock"]);
  });

  test("shows who holds it to those who only ask, and changes nothing", async () => {
    expect(await lockHolder(join(folder, "missing"))).toBeNull();
    expect(await lockHolder(folder)).toBeNull();
    const mine = await hold(folder);
    expect(await lockHolder(folder)).toMatchObject({ pid: process.pid, host: hostname() });
    await mine.release();
    const claim = await putClaim("");
    expect(await lockHolder(folder)).toBeNull();
    expect(await readFile(claim, "utf8")).toBe("");
    expect(await readdir(folder)).toEqual(["lock"]);
  });
});

describe("a folder whose holder is gone", () => {
  test("is free at once when it was killed", async () => {
    const child = await childThat(holdsWhenTold);
    expect(await told(child, folder)).toBe("held");
    await killed(child);
    await hold(folder, patient);
  });

  test("goes to exactly one of eight processes that come at once", async () => {
    const newcomers = await Promise.all(Array.from({ length: 8 }, () => childThat(holdsWhenTold)));
    for (let round = 0; round < 12; round += 1) {
      await putClaim(round % 2 === 0 ? "rubbish" : { ...(await ownHolder()), pid: await deadPid() });
      const answers = await Promise.all(newcomers.map((child) => told(child, folder)));
      const [winner, ...others] = newcomers.filter((_, i) => answers[i] === "held");
      expect(others).toEqual([]);
      for (const answer of answers.filter((one) => one !== "held")) {
        expect(answer).toContain(`in use by process ${winner?.pid} on host`);
      }
      await Promise.all(newcomers.map((child) => told(child, "release")));
      expect(await readdir(folder)).toEqual([]);
    }
  });

  test.each([
    ["is empty", ""],
    ["is cut off", '{"pid":1,"host":"b'],
    ["is something else", "[1,2,3]"],
    ["names a group of processes", { pid: -1 }],
    ["has half a start of the process", { processStart: { boot: "b" } }],
  ])("is free when its claim %s", async (_what, content) => {
    await putClaim(typeof content === "string" ? content : { ...(await ownHolder()), ...content });
    await hold(folder, patient);
    expect((await readdir(join(folder, "lock"))).length).toBe(1);
  });

  test("is free when a stranger's file is in the place of the lock", async () => {
    await writeFile(join(folder, "lock"), "4242\n");
    await hold(folder);
    expect(await refusal(folder)).toBeInstanceOf(FolderLocked);
  });

  test("is cleared of claims that were never made", async () => {
    await mkdir(join(folder, "lock.a"));
    await writeFile(join(folder, "lock.a", "a.json"), "{");
    await mkdir(join(folder, "lock.b"));
    await hold(folder);
    expect(await readdir(folder)).toEqual(["lock"]);
  });
});

// Other systems do not tell when a process began.
describe.runIf(process.platform === "linux")("a folder whose holder's number is still in use", () => {
  test("is free as soon as it has ended, also before its parent looks", async () => {
    // The shell becomes another program, which does not know that it has a child to look after.
    const script = `'${process.execPath}' --input-type=module -e "$SCRIPT" & exec sleep 60`;
    const env = {
      ...process.env,
      SCRIPT: `${imports} await lockFolder(${JSON.stringify(folder)}); setInterval(() => {}, 9e6)`,
    };
    children.push(spawn("sh", ["-c", script], { env, stdio: "ignore" }));
    const holder = await until(() => lockHolder(folder));
    process.kill(holder.pid, "SIGKILL");
    await until(async () => ((await lockHolder(folder)) === null ? true : null));
    expect(await readFile(`/proc/${holder.pid}/stat`, "utf8")).toContain(") Z ");
    await hold(folder, patient);
  });

  test("is free when its number now belongs to another process", async () => {
    const child = await childThat(holdsWhenTold);
    for (const pid of [process.pid, child.pid]) {
      const own = await ownHolder();
      await putClaim({ ...own, pid, processStart: startedIn(own, { ticks: "1" }) });
      await (await hold(folder, patient)).release();
    }
  });
});

describe("a holder that cannot be asked", () => {
  const elsewhere: readonly (readonly [string, (own: Holder) => Partial<Holder>])[] = [
    ["on another host", () => ({ host: "box", processStart: null })],
    ["on another machine of the same name", (own) => ({ processStart: startedIn(own, { boot: "another" }) })],
    ["in another container", (own) => ({ processStart: startedIn(own, { namespace: "pid:[1]" }) })],
  ];

  test.each(elsewhere)("%s holds the folder while it renews its claim", async (_where, changed) => {
    await hold(folder, { renewEveryMs: 5 });
    const [name] = await readdir(join(folder, "lock"));
    const stranger = { ...(await ownHolder()), ...changed(await ownHolder()), pid: 4242 };
    // The file stays the same one, so the renewing goes on.
    await writeFile(join(folder, "lock", String(name)), JSON.stringify(stranger));
    const refused = await refusal(folder, patient);
    expect(refused.message).toContain(`in use by process 4242 on host ${stranger.host}, `);
    expect(await lockHolder(folder, patient)).toEqual(stranger);
  });

  test.each(elsewhere)(
    "%s is taken for dead when it does not, however alive its number is here",
    async (_where, changed) => {
      await putClaim({ ...(await ownHolder()), ...changed(await ownHolder()) });
      await hold(folder, { watchForMs: 40, lookEveryMs: 5 });
    },
  );

  test("is not waited for when it has left", async () => {
    const claim = await putClaim({ ...(await ownHolder()), host: "box", processStart: null });
    const coming = hold(folder, patient);
    // Who came later has watched for a while, so the first one is watching too.
    expect(await lockHolder(folder, { watchForMs: 40, lookEveryMs: 5 })).toBeNull();
    await rm(claim);
    await coming;
  });
});

describe("a lock that is lost", () => {
  test("is noticed once, and the one in its place is left alone", async () => {
    let losses = 0;
    const lost = Promise.withResolvers<string>();
    const onLost = (reason: string) => {
      losses += 1;
      lost.resolve(reason);
    };
    const robbed = await hold(folder, { renewEveryMs: 5, onLost });
    await rm(join(folder, "lock"), { recursive: true });
    await hold(folder, { renewEveryMs: 5 });
    expect(await lost.promise).toMatch(/^(another process has taken|the lock of) the folder /);
    await renewed(3);
    expect(losses).toBe(1);
    await robbed.release();
    expect(await refusal(folder)).toBeInstanceOf(FolderLocked);
  });

  test.each<[string, (path: string) => Promise<unknown>, (path: string) => string]>([
    // In one step: a folder that is being emptied has lost its lock for a moment.
    ["folder", (path) => rename(path, `${path} elsewhere`), (path) => `the folder ${path} was removed`],
    [
      "lock",
      (path) => rm(join(path, "lock"), { recursive: true }),
      (path) => `the lock of the folder ${path} was removed`,
    ],
    ["claim", stealClaim, (path) => `another process has taken the folder ${path}`],
  ])("tells what has happened: %s", async (what, happen, reason) => {
    const lost = Promise.withResolvers<string>();
    const path = join(folder, what);
    await hold(path, { renewEveryMs: 5, onLost: lost.resolve });
    await happen(path);
    expect(await lost.promise).toBe(reason(path));
  });

  test("is no loss when it was released, also in the middle of renewing", async () => {
    let losses = 0;
    const onLost = () => {
      losses += 1;
    };
    await hold(folder, { renewEveryMs: 1 });
    const below = Array.from({ length: 100 }, (_, i) => join(folder, `${i}`));
    const released = await Promise.all(below.map((path) => hold(path, { renewEveryMs: 1, onLost })));
    await renewed(3);
    await Promise.all(released.map((one) => one.release()));
    await renewed(3);
    expect(losses).toBe(0);
  });
});

describe("the folder itself", () => {
  test("is made when it is missing, with those above it", async () => {
    const below = join(folder, "a", "b");
    await hold(below);
    expect(await readdir(below)).toEqual(["lock"]);
  });

  test.each([
    ["file", "there is a file in its place"],
    ["file/below", "its path leads through a file"],
    ["x".repeat(300), "name too long (ENAMETOOLONG)"],
  ])("that cannot be is named with the reason: %s", async (path, reason) => {
    await writeFile(join(folder, "file"), "");
    expect((await refusal(join(folder, path))).message).toBe(`cannot use the folder ${join(folder, path)}: ${reason}`);
    expect(await readFile(join(folder, "file"), "utf8")).toBe("");
  });

  test("whose lock cannot be cleared away is refused and says what to do", async () => {
    await mkdir(join(folder, "lock", "below"), { recursive: true });
    const { message } = await refusal(folder);
    expect(message).toBe(
      `cannot use the folder ${folder}: its lock cannot be taken; remove ${join(folder, "lock")} if no process uses the folder`,
    );
    expect(await readdir(folder)).toEqual(["lock"]);
  });
});

/** For what must be decided without watching, or as soon as there is a sign of life: else the test ends by its time limit. */
const patient: LockOptions = { watchForMs: 600_000, lookEveryMs: 5 };

async function hold(path: string, options?: LockOptions): Promise<LockedFolder> {
  const taken = await lockFolder(path, options);
  holds.push(taken);
  return taken;
}

async function refusal(path: string, options?: LockOptions): Promise<Error> {
  const error: unknown = await hold(path, options).catch((refused: unknown) => refused);
  if (error instanceof Error) return error;
  throw new Error(`${path} was not refused`);
}

/** Puts another claim in the place of the one that is there. */
async function stealClaim(path: string): Promise<void> {
  const [name = ""] = await readdir(join(path, "lock"));
  await rename(join(path, "lock", name), join(path, "lock", "other.json"));
}

/** What a process that has ended, or runs elsewhere, would have left. */
async function putClaim(content: string | object): Promise<string> {
  const claim = join(folder, "lock", "left-behind.json");
  await mkdir(join(folder, "lock"), { recursive: true });
  await writeFile(claim, typeof content === "string" ? content : JSON.stringify(content));
  return claim;
}

function startedIn({ processStart }: Holder, changed: Partial<ProcessStart>): ProcessStart {
  return { boot: "this", namespace: "this", ticks: "1", ...processStart, ...changed };
}

/** Waits until the lock has been renewed so many times. */
async function renewed(times: number): Promise<void> {
  const [name] = await readdir(join(folder, "lock"));
  for (let i = 0; i < times; i += 1) {
    const before = (await stat(join(folder, "lock", String(name)), { bigint: true })).mtimeNs;
    await until(async () => {
      const { mtimeNs } = await stat(join(folder, "lock", String(name)), { bigint: true });
      return mtimeNs === before ? null : true;
    });
  }
}

async function until<T>(look: () => Promise<T | null>): Promise<T> {
  for (;;) {
    const found = await look();
    if (found !== null) return found;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const imports = `import { lockFolder } from ${JSON.stringify(new URL("locked-folder.ts", import.meta.url).href)};`;

/** Takes the folder that it is told, or releases what it has taken, and answers how it went. */
const holdsWhenTold = `
  let hold;
  process.on("message", async (order) => {
    try {
      if (order === "release") await hold?.release();
      else hold = await lockFolder(order);
      process.send(order === "release" ? "released" : "held");
    } catch (error) {
      process.send(error.message);
    }
  });`;

/** A process that runs a script, from its first sign of life on. */
async function childThat(script: string): Promise<ChildProcess> {
  const args = ["--input-type=module", "-e", `${imports} process.send("ready"); ${script}`];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "ignore", "inherit", "ipc"] });
  children.push(child);
  await once(child, "message");
  return child;
}

async function told(child: ChildProcess, order: string): Promise<unknown> {
  const answer = once(child, "message");
  child.send(order);
  return (await answer)[0];
}

async function ended(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  return child.exitCode;
}

async function killed(child: ChildProcess): Promise<void> {
  child.kill("SIGKILL");
  await ended(child);
}

/** The number of a process that has just ended, so that no other process has it yet. */
async function deadPid(): Promise<number> {
  const child = spawn("true");
  const { pid } = child;
  await once(child, "exit");
  if (pid === undefined) throw new Error("there is no process to end");
  return pid;
}
