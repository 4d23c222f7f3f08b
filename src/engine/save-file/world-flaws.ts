import { deriveId, type IdKind, idKinds } from "../../domain/identity.ts";
import { parseRoutes } from "../../domain/route.ts";
import { settingsProblems } from "../../domain/settings.ts";
import type { Inspection } from "./inspection.ts";
import type { SavedChronicle } from "./saved-state.ts";

export function inspectInstance(inspection: Inspection): void {
  const { settings } = inspection.world;
  for (const { at, message } of settingsProblems(settings)) {
    inspection.note(["world", "settings", ...at.split(".")], `${at} is not possible: ${message}`);
  }
  inspectRoutes(inspection);
}

/** One that is right, so that what is wrong is the host. */
const anyTarget = "http://127.0.0.1";

function inspectRoutes(inspection: Inspection): void {
  const hosts = new Set<string>();
  inspection.world.routes.forEach(({ host, target }, i) => {
    const place = ["world", "routes", i];
    const parsed = parseRoutes([[host, target]]);
    if ("problems" in parsed) {
      const field = "problems" in parseRoutes([[host, anyTarget]]) ? "host" : "target";
      for (const { message } of parsed.problems) inspection.note([...place, field], `the route ${message}`);
      return;
    }
    const [route = { host, target }] = parsed.routes;
    if (route.host !== host) inspection.note([...place, "host"], `host must be spelled ${route.host}`);
    if (route.target !== target) inspection.note([...place, "target"], `target must be spelled ${route.target}`);
    if (hosts.has(host)) inspection.note([...place, "host"], `host is ${host}, which is routed already`);
    hosts.add(host);
  });
}

export function inspectOpenWithdrawals(inspection: Inspection): void {
  const open = new Map<string, string>();
  inspection.each("withdrawals", function* ({ withdrawId, companyId, status }) {
    if (status !== "CREATED") return;
    const other = open.get(companyId);
    if (other !== undefined)
      yield [["status"], `status is CREATED, but ${other} of the same company awaits its code already`];
    open.set(companyId, withdrawId);
  });
}

/** The nearest identifiers of those to come. */
const lookAhead = 100;

/**
 * Identifiers are derived, so that nobody can see which were given out; but where a counter was set back, one that is
 * there already comes up soon.
 */
export function inspectMinted(inspection: Inspection): void {
  const { seed, epoch, minted } = inspection.world;
  const taken: Readonly<Record<IdKind, Pick<ReadonlySet<string>, "has">>> = {
    company: inspection.companies,
    charge: inspection.charges,
    subscription: inspection.subscriptions,
    withdrawal: inspection.withdrawals,
    message: inspection.messageIds,
    // Nothing in the world bears one.
    notification: new Set(),
    webhook: inspection.webhooks,
    delivery: inspection.deliveries,
  };
  for (const kind of idKinds) {
    for (let counter = minted[kind] + 1; counter <= minted[kind] + lookAhead; counter += 1) {
      const id = deriveId(seed, kind, epoch, counter);
      if (!taken[kind].has(id)) continue;
      inspection.note(["world", "minted", kind], `${kind} must be at least ${counter}, as ${id} is there already`);
      break;
    }
  }
}

export function inspectChronicle(inspection: Inspection, chronicle: SavedChronicle): void {
  const { bookmarks, keys, highestEpoch, highestSinceReset } = chronicle;
  const { epoch } = inspection.world;
  const place = (...path: readonly (string | number)[]) => ["chronicle", ...path];
  for (const i of repeated(bookmarks.map(({ name }) => name))) {
    inspection.note(place("bookmarks", i, "name"), "name is that of another bookmark already");
  }
  for (const i of repeated(keys.map(({ digest }) => digest))) {
    inspection.note(place("keys", i, "digest"), "digest is that of another key already");
  }
  // A rewind counts on from here, and no epoch may come twice.
  if (highestSinceReset < epoch) {
    inspection.note(place("highestSinceReset"), `highestSinceReset must be at least ${epoch}, the epoch of the world`);
  } else if (highestEpoch < highestSinceReset) {
    inspection.note(
      place("highestEpoch"),
      `highestEpoch must be at least ${highestSinceReset}, as highestSinceReset is`,
    );
  }
}

/** Where something stands that stood before it already. */
function repeated(texts: readonly string[]): number[] {
  const seen = new Set<string>();
  return texts.flatMap((text, i) => (seen.size === seen.add(text).size ? [i] : []));
}
