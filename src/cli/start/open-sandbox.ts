import type { AddressInfo } from "node:net";
import type { pino } from "pino";
import { digestOf } from "../../engine/api-key.ts";
import { readFixture } from "../../engine/beginning/fixture/fixture-files.ts";
import type { RequestLog } from "../../http/request-log.ts";
import { Courier } from "../../outbound/courier.ts";
import { createSandbox, type Sandbox, type SandboxParts } from "../../sandbox.ts";
import type { SpecDocument } from "../../spec/document.ts";
import { Damaged, NewerFormat } from "../../store/damaged.ts";
import { reasonOf, StartRefused } from "../start-refused.ts";
import { readBeginning } from "./beginning.ts";
import { type Configuration, type Given, PUBLIC_API_KEY } from "./configuration.ts";
import {
  beginFirstWorld,
  firstWorldId,
  type Greeting,
  refuseOtherBeginning,
  resumeWorlds,
  warnOfSaveFile,
} from "./first-world.ts";
import { type Heap, watchHeap } from "./heap-watch.ts";
import { openKeeper } from "./keeper.ts";
import { listen, refuseUsedPort } from "./listening.ts";
import { openMailer } from "./mailer.ts";

const mebibyte = 1024 * 1024;

/** What a start needs besides its options. */
export interface StartParts {
  readonly interfaceDocument?: SpecDocument | undefined;
  readonly logger: pino.Logger;
  readonly requestLog: RequestLog | null;
  readonly onAttempt?: SandboxParts["onAttempt"];
  /** Is told in a sentence what somebody should know. */
  readonly warn: (text: string) => void;
  /** Called with the reason when this process must not write to the data folder any more. */
  readonly onLost: (reason: string) => void;
}

/** A sandbox that listens, with its first world made or resumed. */
export interface OpenSandbox extends Greeting {
  readonly addresses: readonly AddressInfo[];
  /** Whether a world has the API key that everybody knows, whatever key is configured. */
  readonly takesPublicKey: boolean;
  /** Where that is which was set aside. */
  readonly aside: string | null;
  close(): Promise<void>;
}

/**
 * Opens the data folder, makes the first world if there is none, and listens. Throws `StartRefused` or `SpecError`; then no
 * world was made, and the folder is what it was before.
 */
export async function openSandbox(configuration: Configuration, given: Given, parts: StartParts): Promise<OpenSandbox> {
  const { logger, requestLog, warn } = parts;
  // What nobody has set cannot be wrong, and where there is a world nobody needs it.
  const asked = given.has("fixture") || given.has("world") ? await readBeginning(configuration) : null;
  warnOfSaveFile(configuration, given, warn);
  const mailer = await openMailer(configuration, logger);
  await refuseUsedPort(configuration);
  const keeper = await openKeeper(configuration, warn, parts.onLost);
  let made: Sandbox | undefined;
  let isNew = false;
  try {
    const found = await keeper.store.list();
    refuseOtherBeginning(found, configuration, asked?.source ?? null, given, warn);
    const sandbox = await opened(() =>
      createSandbox({
        store: keeper.store,
        ...(keeper.archivist && { archivist: keeper.archivist }),
        historyLimit: configuration.history,
        advanceEvents: configuration.advanceEvents,
        memory: watchHeap((isFull, heap) => tellOfMemory(logger, isFull, heap)),
        fixture: () => readFixture(configuration.fixture),
        worldDefaults: { settings: { webhookUrls: configuration.webhookUrls }, routes: configuration.routes },
        courier: new Courier({ egress: configuration.egress }),
        mailer,
        adminToken: configuration.adminToken,
        hosts: configuration.hosts,
        requestLog,
        onAttempt: parts.onAttempt,
        onTrouble: (worldId, error) => logger.error({ worldId, err: error }, "a world is in trouble"),
        onRecovery: (worldId) => logger.warn({ worldId }, "the world could be read again, and goes on"),
        ...(parts.interfaceDocument && { interfaceDocument: parts.interfaceDocument }),
      }),
    );
    made = sandbox;
    isNew = found.length === 0;
    const { keys, world } = isNew
      ? await beginFirstWorld(sandbox.worlds, configuration, asked ?? (await readBeginning(configuration)), given)
      : resumeWorlds(sandbox.worlds, configuration, given, warn);
    const addresses = await listen(sandbox.server, configuration);
    const close = async () => {
      await sandbox.close();
      await keeper.release();
    };
    const takesPublicKey = sandbox.worlds.find(digestOf(PUBLIC_API_KEY)) !== null;
    return { addresses, keys, world, takesPublicKey, aside: keeper.aside, close };
  } catch (error) {
    if (isNew) await made?.worlds.delete(firstWorldId).catch((cause: unknown) => warn(reasonOf(cause)));
    await made?.close();
    await keeper.undo();
    throw error;
  }
}

function tellOfMemory(logger: pino.Logger, isFull: boolean, { used, limit }: Heap): void {
  const heap = { usedMiB: Math.round(used / mebibyte), limitMiB: Math.round(limit / mebibyte) };
  if (isFull)
    logger.warn(heap, "the memory is almost full; until there is room again, whatever makes worlds grow gets 503");
  else logger.info(heap, "there is memory again; worlds can grow");
}

/** What is kept may be damaged, or of a newer format, in ways that show only when worlds are read. */
async function opened(create: () => Promise<Sandbox>): Promise<Sandbox> {
  try {
    return await create();
  } catch (error) {
    const isOfDisk = error instanceof Error && "code" in error;
    if (!(error instanceof Damaged || error instanceof NewerFormat || isOfDisk)) throw error;
    throw new StartRefused(reasonOf(error), { cause: error });
  }
}
