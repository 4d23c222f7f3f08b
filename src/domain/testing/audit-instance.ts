import type { CompanyEvent, EventOf, InstanceEvent } from "../event.ts";
import { nextLocalTime } from "../instant.ts";
import { cancelDeliveries } from "./audit-webhooks.ts";
import { type AuditedWorld, demand, demandEqual, owe, plan, type Rules, the } from "./audited-world.ts";

export const instanceRules: Rules<InstanceEvent["type"]> = {
  WorldCreated(world, { settings }) {
    world.settings = settings;
  },
  ClockSet(world, { mode, rate }) {
    world.clock = { mode, rate };
    world.hasRun ||= mode === "running";
  },
  TimeReached() {
    // Its time is all there is to it.
  },
  SettingsChanged(world, { settings }) {
    const isMoved = settings.timeZone !== world.settings.timeZone;
    world.settings = settings;
    // Times of day mean something else in another time zone.
    for (const { companyId, profile } of isMoved ? world.companies.values() : []) {
      if (profile.automaticWithdrawal !== null) owe(world, { type: "AutomaticWithdrawalScheduled", companyId });
    }
  },
  RoutesSet(world, { routes }) {
    world.routes = routes;
  },
};

export const companyRules: Rules<CompanyEvent["type"]> = {
  CompanyAdded(world, { companyId, profile }) {
    world.companies.set(companyId, { companyId, profile, openWithdrawalId: null, inbox: [] });
    if (profile.automaticWithdrawal !== null) owe(world, { type: "AutomaticWithdrawalScheduled", companyId });
  },
  CompanyChanged(world, { companyId, profile }) {
    const company = the(world.companies, companyId);
    const isMoved = profile.automaticWithdrawal?.at !== company.profile.automaticWithdrawal?.at;
    company.profile = profile;
    if (isMoved) owe(world, { type: "AutomaticWithdrawalScheduled", companyId });
  },
  AutomaticWithdrawalScheduled(world, { companyId, nextAt }, at) {
    const { automaticWithdrawal } = the(world.companies, companyId).profile;
    const next =
      automaticWithdrawal === null ? null : nextLocalTime(at, automaticWithdrawal.at, world.settings.timeZone);
    demandEqual(nextAt, next, "the next automatic withdrawal");
    plan(world, "automatic-withdrawal", companyId, nextAt);
  },
};

/** Applied to the world as it was at `to`; what survives the rewind stands in the fact. */
export function applyRewind(world: AuditedWorld, event: EventOf<"WorldRewound">): void {
  const { epoch, clock, routes, faults = { list: [] }, webhookUrls, deliveries } = event;
  Object.assign(world, { epoch, clock, routes, settings: { ...world.settings, webhookUrls } });
  world.faults = new Map(faults.list.map((fault) => [fault.faultId, fault]));
  if (deliveries === "cancel") cancelDeliveries(world);
}

/** What survives a rewind is what was there before it. */
export function demandSurvival(before: AuditedWorld, { clock, routes, faults, webhookUrls }: EventOf<"WorldRewound">) {
  const { settings } = before;
  const expected = [before.clock, before.routes, [...before.faults.values()], settings.webhookUrls];
  demandEqual([clock, routes, faults?.list ?? [], webhookUrls], expected, "what survives");
  demand(before.owed.length === 0, "a rewind is a command of its own");
}
