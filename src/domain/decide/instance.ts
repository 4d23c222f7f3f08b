import type { HistoryCommand, InstanceCommand } from "../command.ts";
import { parseRoutes } from "../route.ts";
import { settingsProblems, withChanges } from "../settings.ts";
import { scheduleAutomaticWithdrawal } from "./automatic-withdrawals.ts";
import { accept, type Deciders, refusedValues, reject } from "./decider.ts";

/** Commands on the instance and its history. The engine checks whether a position exists. */
export const decideInstance: Deciders<(InstanceCommand | HistoryCommand)["type"]> = {
  "create-world": (_context, { seed, settings }) =>
    refusedValues(settingsProblems(settings)) ??
    accept({ type: "world-created" }, { type: "WorldCreated", seed, settings }),
  "set-clock": (_context, { mode, rate }) => accept({ type: "clock-set" }, { type: "ClockSet", mode, rate }),
  "reach-time": () => accept({ type: "time-reached" }, { type: "TimeReached" }),
  "set-bookmark": (_context, { name }) => accept({ type: "bookmark-set" }, { type: "BookmarkSet", name }),
  "remove-bookmark": (_context, { name }) => accept({ type: "bookmark-removed" }, { type: "BookmarkRemoved", name }),
  "rewind-world": (_context, rewind) => accept({ type: "world-rewound" }, { ...rewind, type: "WorldRewound" }),
  "set-routes": (_context, { routes: given }) => {
    const parsed = parseRoutes(given);
    if ("problems" in parsed) return reject({ type: "value-not-allowed", problems: parsed.problems });
    return accept({ type: "routes-set" }, { type: "RoutesSet", routes: parsed.routes });
  },
  "change-settings": ({ world, at }, { patch }) => {
    const settings = withChanges(world.settings, patch);
    const refused = refusedValues(settingsProblems(settings));
    if (refused !== null) return refused;
    // A new time zone changes what a time of day means, so daily withdrawals are scheduled again.
    const moved = settings.timeZone === world.settings.timeZone ? [] : [...world.companies.values()];
    const rescheduled = moved
      .filter(({ profile }) => profile.automaticWithdrawal !== null)
      .map(({ companyId, profile }) => scheduleAutomaticWithdrawal(companyId, profile, at, settings.timeZone));
    return accept({ type: "settings-changed" }, { type: "SettingsChanged", settings }, ...rescheduled);
  },
};
