import { existing } from "../../domain/world.ts";
import { type FoundFixture, readNamedFixture } from "../../engine/beginning/fixture/fixture-files.ts";
import type { LargeBodies } from "../../engine/beginning/large-body/large-bodies.ts";
import type { KeyHolder } from "../../engine/beginning/world-beginning.ts";
import type { Readiness } from "../../engine/readiness.ts";
import type { Moment } from "../../engine/world/moment.ts";
import type { CreatedWorld, Worlds } from "../../engine/worlds.ts";
import type { operations } from "../../spec/generated/control-api.ts";
import { instantOf } from "../../spec/given-instant.ts";
import { shortProblems, tellProblems } from "../../spec/problem.ts";
import type { View } from "../../spec/renderer.ts";
import type { Coverage } from "../coverage/coverage.ts";
import { goneSignal } from "../request/caller.ts";
import type { Calls } from "../request/calls.ts";
import type { Handlers, ValidCall } from "../server/handler.ts";
import { companyView } from "../view/company-view.ts";
import { isoInstant, isoInstantOrNull } from "../view/instant-text.ts";

/** What is told of a world of which nothing else is known. */
const UNKNOWN = { clock: null, companies: [], openWithdrawals: null, pendingReview: null, failedDeliveries: null };

/** The size of a request with a save-file, which describes a whole world. */
const MAX_SAVE_FILE_BYTES = 16 * 1024 * 1024;

export interface WorldParts {
  readonly worlds: Worlds;
  readonly readiness: Readiness;
  readonly version: string;
  /** Begins worlds that name no fixture. */
  readonly defaultFixture: () => Promise<FoundFixture>;
  readonly largeBodies: LargeBodies;
  readonly calls: Pick<Calls, "journals">;
  readonly coverage: Pick<Coverage, "forget">;
}

export function worldHandlers({
  worlds,
  readiness,
  version,
  defaultFixture,
  largeBodies,
  calls,
  coverage,
}: WorldParts) {
  return {
    getHealth: {
      answerAnyone: async () => {
        worlds.assertOpen();
        return { type: "healthy", status: "ok", version };
      },
    },
    getReadiness: {
      // A load balancer gets its response whatever others ask for.
      isLarge: false,
      answerAnyone: async () => {
        const reasons = await readiness.problems();
        if (reasons.length === 0) return { type: "ready", status: "ready", version };
        const message = `This process should get no requests: ${reasons.map((each) => each.message).join("; ")}.`;
        return { type: "not-ready", message, reasons };
      },
    },
    createWorld: {
      bodyLimitBytes: MAX_SAVE_FILE_BYTES,
      // The document lets no other way to begin pass beside a save-file.
      answerAnyone: async ({ body = {} }, caller) => {
        const gone = goneSignal(caller);
        if (body.world === undefined) {
          return createFromFixture(worlds, await findFixture(body.fixture, defaultFixture, largeBodies), body, gone);
        }
        const saved = largeBodies.saveFile(body.world);
        if ("problems" in saved) return invalid("world-invalid", "save-file", saved.problems);
        return createdView(await worlds.createFrom({ saved, name: body.name, clock: body.clock }, gone));
      },
    },
    listWorlds: {
      answerAnyone: async () => {
        const listed = (await worlds.listed()).map(({ name = null, createdAt, at, isStopped, waits, ...world }) => ({
          ...world,
          ...(waits ?? UNKNOWN),
          name,
          createdAt: isoInstant(createdAt),
          now: isoInstant(at),
          stopped: isStopped,
          nextDueAt: isoInstantOrNull(waits?.nextDueAt ?? null),
        }));
        return { type: "worlds-listed", worlds: listed };
      },
    },
    deleteWorld: {
      answerAnyone: async ({ params: { worldId } }) => {
        if (!(await worlds.delete(worldId))) return worldUnknown(worldId);
        calls.journals.forget(worldId);
        coverage.forget(worldId);
        return { type: "world-deleted" };
      },
    },
    getWorld: {
      answer: async (_call, session) => {
        const { past } = session.world;
        const [horizon, rewindableFrom] = await Promise.all([past.forgottenUpTo(), past.horizon()]);
        return session.readWorld(({ world, at, position }) => ({
          type: "world-read",
          worldId: session.world.worldId,
          name: session.world.name,
          seed: world.seed,
          position,
          horizon,
          rewindableFrom,
          epoch: world.epoch,
          now: isoInstant(at),
          clock: world.clock,
          settings: world.settings,
          companies: Array.from(world.companies.values(), companyView),
        }));
      },
    },
  } satisfies Partial<Handlers<operations>>;
}

type CreateBody = NonNullable<ValidCall<operations["createWorld"]>["body"]>;

async function createFromFixture(
  worlds: Worlds,
  found: FoundFixture,
  { name, seed, startAt, clock }: CreateBody,
  gone: AbortSignal,
): Promise<View> {
  if ("unknown" in found) return fixtureUnknown(found.unknown, found.allowed);
  if ("problems" in found) return invalid("fixture-invalid", "fixture", found.problems);
  const fixtureName = found.fixture.name ?? "inline";
  const start = startAt === undefined ? undefined : instantOf(startAt);
  const created = await worlds.create({ name, fixtureName, fixture: found, seed, startAt: start, clock }, gone);
  return "problems" in created ? invalid("fixture-invalid", "fixture", created.problems) : createdView(created);
}

async function createdView({ world, companies }: CreatedWorld): Promise<View> {
  return world.transact((moment) => ({
    type: "world-created",
    worldId: world.worldId,
    now: isoInstant(moment.at),
    position: moment.position,
    companies: companies.map((holder) => keyHolderView(moment, holder)),
  }));
}

export function worldUnknown(worldId: string) {
  return { type: "world-unknown", worldId, message: "There is no such world; GET /sandbox/worlds lists them." };
}

/** A company as its key is told, which is once. */
export function keyHolderView({ world }: Moment, { companyId, apiKey }: KeyHolder) {
  return { ...companyView(existing(world.companies, companyId)), apiKey };
}

async function findFixture(
  fixture: string | object | undefined,
  defaultFixture: () => Promise<FoundFixture>,
  largeBodies: LargeBodies,
): Promise<FoundFixture> {
  if (fixture === undefined) return defaultFixture();
  return typeof fixture === "string" ? readNamedFixture(fixture) : largeBodies.fixture(fixture);
}

function fixtureUnknown(fixture: string, allowed: readonly string[]): View {
  const message = `There is no fixture "${fixture}"; there are: ${allowed.join(", ")}.`;
  return { type: "fixture-unknown", message, ...{ fixture, allowed } };
}

/** `name`: what the problems are in. */
function invalid(
  type: "fixture-invalid" | "world-invalid",
  name: string,
  problems: readonly { at: string; message: string }[],
): View {
  const short = shortProblems(problems);
  return { type, message: `The ${name} is not usable: ${tellProblems(short)}`, ...{ problems: short } };
}
