import type { Memory } from "../../engine/world/memory.ts";
import type { SpecDocument } from "../../spec/document.ts";
import type { CompileTime } from "../../spec/find-errors.ts";
import type { operations as ControlOperations } from "../../spec/generated/control-api.ts";
import type { operations as InterfaceOperations } from "../../spec/generated/interface-api.ts";
import { type About, aboutHandlers } from "../control/about.ts";
import { bookmarkHandlers } from "../control/bookmarks.ts";
import { chargeHandlers } from "../control/charges.ts";
import { type AdvanceTerms, clockHandlers } from "../control/clock.ts";
import { companyHandlers } from "../control/companies.ts";
import { compareHandlers } from "../control/compare.ts";
import { coverageHandlers } from "../control/coverage.ts";
import { eventStreamHandlers } from "../control/event-stream.ts";
import { faultHandlers } from "../control/faults.ts";
import { historyHandlers } from "../control/history.ts";
import { pastHandlers } from "../control/past.ts";
import { presetHandlers } from "../control/presets.ts";
import { requestHandlers } from "../control/requests.ts";
import { rewindHandlers } from "../control/rewind.ts";
import { saveFileHandlers } from "../control/save-file.ts";
import { settingsHandlers } from "../control/settings.ts";
import { statementHandlers } from "../control/statement.ts";
import { subscriptionHandlers } from "../control/subscriptions.ts";
import { summaryHandlers } from "../control/summary.ts";
import { timelineHandlers } from "../control/timeline.ts";
import { controlWebhookHandlers } from "../control/webhooks.ts";
import { controlWithdrawalHandlers } from "../control/withdrawals.ts";
import { type WorldParts, worldHandlers } from "../control/worlds.ts";
import type { Coverage } from "../coverage/coverage.ts";
import type { HarExport } from "../har/har-export.ts";
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
  compiles: CompileTime,
): Mount {
  const handlers: Handlers<RequestOperations> = { ...balanceHandlers, ...withdrawalHandlers, ...webhookHandlers };
  return { prefixes: ["/v1", ""], binding: { document, handlers, authentication, calls, memory, compiles } };
}

export interface ControlParts extends WorldParts {
  readonly about: About;
  readonly calls: Calls;
  readonly coverage: Coverage;
  readonly har: HarExport;
  readonly advances: AdvanceTerms;
  readonly compiles: CompileTime;
}

export function controlMount(document: SpecDocument, authentication: Authentication, parts: ControlParts): Mount {
  const { worlds, version, about, calls, coverage, har, advances } = parts;
  const handlers: Handlers<ControlOperations> = {
    ...worldHandlers(parts),
    ...aboutHandlers(about, version),
    ...saveFileHandlers,
    ...companyHandlers(worlds),
    ...clockHandlers(advances),
    ...bookmarkHandlers,
    ...rewindHandlers,
    ...pastHandlers,
    ...compareHandlers,
    ...timelineHandlers(),
    ...historyHandlers,
    ...statementHandlers,
    ...summaryHandlers,
    ...eventStreamHandlers(),
    ...settingsHandlers,
    ...chargeHandlers,
    ...subscriptionHandlers,
    ...controlWithdrawalHandlers,
    ...controlWebhookHandlers(calls.waits),
    ...faultHandlers,
    ...presetHandlers,
    ...coverageHandlers(coverage),
    ...requestHandlers(calls.journals, calls.waits, har),
  };
  const { memory } = advances;
  const { compiles } = parts;
  const binding = { document, handlers, authentication, memory, compiles, refusesForeignPages: true };
  return { prefixes: ["/sandbox"], binding };
}
