import type { FoundFixture } from "../../engine/beginning/fixture/fixture-files.ts";
import type { LargeBodies } from "../../engine/beginning/large-body/large-bodies.ts";
import type { Memory } from "../../engine/world/memory.ts";
import type { Worlds } from "../../engine/worlds.ts";
import type { SpecDocument } from "../../spec/document.ts";
import type { operations as ControlOperations } from "../../spec/generated/control-api.ts";
import type { operations as InterfaceOperations } from "../../spec/generated/interface-api.ts";
import { type About, aboutHandlers } from "../control/about.ts";
import { bookmarkHandlers } from "../control/bookmarks.ts";
import { chargeHandlers } from "../control/charges.ts";
import { type AdvanceTerms, clockHandlers } from "../control/clock.ts";
import { companyHandlers } from "../control/companies.ts";
import { eventStreamHandlers } from "../control/event-stream.ts";
import { faultHandlers } from "../control/faults.ts";
import { historyHandlers } from "../control/history.ts";
import { pastHandlers } from "../control/past.ts";
import { requestHandlers } from "../control/requests.ts";
import { rewindHandlers } from "../control/rewind.ts";
import { saveFileHandlers } from "../control/save-file.ts";
import { settingsHandlers } from "../control/settings.ts";
import { subscriptionHandlers } from "../control/subscriptions.ts";
import { summaryHandlers } from "../control/summary.ts";
import { timelineHandlers } from "../control/timeline.ts";
import { controlWebhookHandlers } from "../control/webhooks.ts";
import { controlWithdrawalHandlers } from "../control/withdrawals.ts";
import { worldHandlers } from "../control/worlds.ts";
import { balanceHandlers } from "../interface/balance.ts";
import { webhookHandlers } from "../interface/webhooks.ts";
import { withdrawalHandlers } from "../interface/withdrawals.ts";
import type { Calls } from "../request/calls.ts";
import type { Authentication } from "../security/authentication.ts";
import type { Handlers } from "./handler.ts";
import type { Mount } from "./server.ts";

/** The operations of the document, without those that describe notifications: Saldo sends these. */
type RequestOperations = Omit<InterfaceOperations, `notify${string}`>;

/** Mounts the simulated interface at the root and under `/v1` (interface: "Versioning"). */
export function interfaceMount(
  document: SpecDocument,
  authentication: Authentication,
  calls: Calls,
  memory: Memory,
): Mount {
  const handlers: Handlers<RequestOperations> = { ...balanceHandlers, ...withdrawalHandlers, ...webhookHandlers };
  return { prefixes: ["/v1", ""], binding: { document, handlers, authentication, calls, memory } };
}

/** What the control plane needs. */
export interface ControlParts {
  readonly worlds: Worlds;
  readonly version: string;
  readonly about: About;
  readonly calls: Calls;
  /** Begins worlds that name no fixture. */
  readonly defaultFixture: () => Promise<FoundFixture>;
  readonly advances: AdvanceTerms;
  readonly largeBodies: LargeBodies;
}

/** Mounts the control plane. */
export function controlMount(
  document: SpecDocument,
  authentication: Authentication,
  { worlds, version, about, calls, defaultFixture, advances, largeBodies }: ControlParts,
): Mount {
  const handlers: Handlers<ControlOperations> = {
    ...worldHandlers(worlds, version, defaultFixture, largeBodies),
    ...aboutHandlers(about, version),
    ...saveFileHandlers,
    ...companyHandlers(worlds),
    ...clockHandlers(advances),
    ...bookmarkHandlers,
    ...rewindHandlers,
    ...pastHandlers,
    ...timelineHandlers(),
    ...historyHandlers,
    ...summaryHandlers,
    ...eventStreamHandlers(),
    ...settingsHandlers,
    ...chargeHandlers,
    ...subscriptionHandlers,
    ...controlWithdrawalHandlers,
    ...controlWebhookHandlers,
    ...faultHandlers,
    ...requestHandlers(calls.journals),
  };
  const { memory } = advances;
  const binding = { document, handlers, authentication, memory, refusesForeignPages: true };
  return { prefixes: ["/sandbox"], binding };
}
