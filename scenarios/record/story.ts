import { UserError } from "../../src/cli/user-error.ts";
import { ACTS, actsOf, type RecordedCommand } from "./acts.ts";
import { stepsOfCall } from "./call-step.ts";
import type { Draft, DraftStep, RecordedCall, RecordedEvent } from "./draft.ts";
import { KnownTerms } from "./known-terms.ts";
import type { RecordedWorld } from "./recorded-world.ts";

/** What happened in a world, in order, and what of it cannot be done again. */
export interface RecordedStory {
  readonly drafts: readonly Draft[];
  readonly leftOut: readonly string[];
}

/** Which calls of the interface have caused an event. */
const CALLS: Readonly<Record<string, readonly string[]>> = {
  WithdrawalInitiated: ["initiateWithdrawal"],
  OtpIssued: ["resendOtp"],
  OtpRefused: ["confirmWithdrawal"],
  WithdrawalConfirmed: ["confirmWithdrawal"],
  WithdrawalSentToReview: ["confirmWithdrawal"],
  WebhookCreated: ["createWebhook"],
  WebhookChanged: ["updateWebhook", "replaceWebhook"],
  WebhookDeleted: ["deleteWebhook"],
};

const LEFT_OUT: Readonly<Record<string, string>> = {
  DeliveryRequeued: "a delivery was made again",
  WebhookReactivated: "a webhook was reactivated",
};

/** Puts calls and events into one order. Throws `UserError` for what cannot be recorded. */
export function storyOf(world: RecordedWorld): RecordedStory {
  const { calls, events, start, ownCompanyId: own } = world;
  const leftOut: string[] = [];
  const drafts: Draft[] = [];
  for (const call of calls) {
    const steps = stepsOfCall(call, own);
    if (typeof steps === "string") leftOut.push(steps);
    else drafts.push({ place: call.position + 0.5, at: Date.parse(call.at), steps });
  }
  const known = new KnownTerms();
  const unclaimed = new Set(calls);
  for (const command of commandsOf(events)) {
    const [first] = command;
    if (first.position > start) {
      drafts.push(...draftsOf(command, { world, known, unclaimed }));
      leftOut.push(...command.flatMap(({ type, at }) => (type in LEFT_OUT ? [`${LEFT_OUT[type]}, ${at}`] : [])));
    }
    for (const event of command) known.learn(event);
  }
  // The order of calls at one place is that in which they came, which a sort keeps.
  return { drafts: drafts.sort((one, other) => one.place - other.place), leftOut };
}

interface Telling {
  readonly world: RecordedWorld;
  readonly known: KnownTerms;
  /** Calls of which no event is known yet. */
  readonly unclaimed: Set<RecordedCall>;
}

function draftsOf(command: RecordedCommand, { world, known, unclaimed }: Telling): readonly Draft[] {
  const [first] = command;
  const { position: place } = first;
  const at = Date.parse(first.at);
  if (first.type === "WorldRewound") return rewound(first, world);
  const byCall = command.find(({ type }) => type in CALLS);
  if (byCall !== undefined && isClaimed(byCall, unclaimed)) return [{ place, at, steps: [] }];
  return [{ place, at, steps: actsOf(command, { known, own: world.ownCompanyId }) }];
}

/** Whether a call has caused the event; that call then has caused no other one. */
function isClaimed(event: RecordedEvent, unclaimed: Set<RecordedCall>): boolean {
  const operations = CALLS[event.type] ?? [];
  const fitting = [...unclaimed].filter(({ operationId, position }) => {
    return position < event.position && operations.includes(operationId ?? "");
  });
  const cause = fitting.filter(({ position }) => position === fitting.at(-1)?.position)[0];
  if (cause !== undefined) unclaimed.delete(cause);
  // The control plane can have caused some of them as well.
  else if (!(event.type in ACTS))
    throw new UserError(
      `the history has ${event.type} at position ${event.position}, and the journal has no call for it: the sandbox has been restarted since, or another process answered the call. Record since a later bookmark`,
    );
  return cause !== undefined;
}

/** The steps that go back: a bookmark at the place where the history continues, and much later the rewind to it. */
function rewound(event: RecordedEvent, { start, events }: RecordedWorld): readonly Draft[] {
  const { to, deliveries } = event.data;
  if (typeof to !== "number" || to < start)
    throw new UserError(
      `the world went back at position ${event.position} to position ${to}, which is before the start of the recording; record since an earlier bookmark`,
    );
  const bookmark = `place-${to}`;
  const mark: DraftStep = { operation: ["control", "setBookmark"], payload: { name: bookmark } };
  const back: DraftStep = { operation: ["control", "rewindWorld"], payload: { bookmark, deliveries } };
  const backAt = Date.parse(event.at);
  const last = events.findLast(({ position }) => position < event.position);
  return [
    { place: to + 0.25, at: backAt, steps: [mark] },
    { place: event.position, at: Date.parse(last?.at ?? event.at), steps: [back], backAt },
  ];
}

function commandsOf(events: readonly RecordedEvent[]): readonly RecordedCommand[] {
  const commands: RecordedCommand[] = [];
  let open: RecordedEvent[] = [];
  for (const event of events) {
    open.push(event);
    const [first, ...rest] = open;
    if (!event.commandEnd || first === undefined) continue;
    commands.push([first, ...rest]);
    open = [];
  }
  return commands;
}
