import { subjects } from "../live/event-line.ts";
import { zoneOf } from "../live/overview.ts";
import { clockMode, worldNow } from "../live/world-clock.ts";
import { durationText } from "../parts/duration.ts";
import { instantText } from "../parts/instant.tsx";
import { takeBackName } from "../screens/time/take-back.tsx";
import { typedTime } from "../screens/time/typed-time.ts";
import { goTo, SCREENS } from "../state/place.ts";
import { advanceTo, travel } from "../state/travel.ts";
import { text } from "../text/text.ts";
import { pageKeys } from "./page-keys.ts";

export interface Choice {
  readonly name: string;
  readonly run: () => void;
}

/** Returns what a typed text can mean: a time to advance to, a thing by its identifier, and whatever has it in its name. */
export function choicesFor(typed: string): readonly Choice[] {
  const wanted = typed.trim().toLowerCase();
  const named = [...screens(), ...actions()].filter(({ name }) => name.toLowerCase().includes(wanted));
  return [...timeIn(wanted), ...thingIn(typed.trim()), ...named];
}

function timeIn(wanted: string): readonly Choice[] {
  const nowMs = worldNow.value ?? 0;
  const atMs = typedTime(wanted.replace(/^(advance|avan[cç]ar)( to| até)? /, ""), nowMs, zoneOf());
  if (atMs === null || atMs <= nowMs) return [];
  const name = `${text.time.to} ${instantText(atMs)} · ${durationText(atMs - nowMs)}`;
  return [{ name, run: () => void travel(advanceTo(atMs)) }];
}

/** Where things are shown, by the beginning of their identifiers. */
const SUBJECT_OF: Readonly<Record<string, (id: string) => string>> = {
  wdr: subjects.withdrawId,
  dlv: subjects.deliveryId,
  whk: subjects.webhookId,
  chg: subjects.chargeId,
  sub: subjects.subscriptionId,
};

function thingIn(id: string): readonly Choice[] {
  const href = SUBJECT_OF[/^([a-z]+)_\w+$/.exec(id)?.[1] ?? ""]?.(id);
  if (href === undefined) return [];
  const show = () => (location.hash = href);
  return [{ name: `${text.words.show} ${id}`, run: show }];
}

function screens(): readonly Choice[] {
  return SCREENS.map((screen) => ({ name: text.screens[screen], run: () => goTo(screen) }));
}

function actions(): readonly Choice[] {
  const { time, clock, asCode, help, withdrawals, charges, webhooks, worlds } = text;
  return [
    { name: time.next, run: pageKeys.n },
    { name: `${time.advance} ${time.day}`, run: pageKeys.d },
    { name: `${time.advance} ${time.month}`, run: pageKeys.m },
    { name: takeBackName(), run: pageKeys.u },
    { name: clockMode.value?.mode === "running" ? clock.freeze : clock.run, run: pageKeys[" "] },
    { name: time.bookmark, run: pageKeys.b },
    { name: withdrawals.open, run: () => goTo("withdrawals") },
    { name: charges.create, run: () => goTo("charges") },
    { name: charges.createSubscription, run: () => goTo("charges", { show: "subscriptions" }) },
    { name: webhooks.create, run: () => goTo("webhooks", { show: "new" }) },
    ...[worlds.create, worlds.import, worlds.settings].map((name) => ({ name, run: () => goTo("worlds") })),
    { name: asCode.open, run: pageKeys.c },
    { name: help.title, run: pageKeys["?"] },
  ].filter(({ name }) => name !== "");
}
