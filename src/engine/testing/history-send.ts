import type { Command } from "../../domain/command.ts";
import { otpCode } from "../../domain/otp.ts";
import { given, type SettingsPatch } from "../../domain/settings.ts";
import type { World } from "../../domain/world.ts";
import type { Position } from "../../store/world-store.ts";
import { advance } from "../advance.ts";
import { removeBookmark, setBookmark } from "../bookmarks.ts";
import { reset, rewind } from "../rewind.ts";
import { receiverHost, receiverUrl } from "./history-sight.ts";
import type { LongRequest, ShortRequest, TargetedMove } from "./model-request.ts";
import type { ModelSettings } from "./model-state.ts";
import type { Actor } from "./stage.ts";

/** What a client was answered. */
export interface Heard {
  readonly outcome: { readonly type: string };
  /** Where the history had come to with it; null when the answer does not say. */
  readonly position: Position | null;
}

type NameOf = (key: string) => string;

/** Asks the world. Whatever is asked for in one go is done in the order in which it was asked for. */
export async function send(actor: Actor, request: ShortRequest | LongRequest, nameOf: NameOf): Promise<Heard> {
  const { world } = actor;
  switch (request.do) {
    case "advance":
      return heard(await advance(world, { by: durationOf(request.ms) }));
    case "advance-to-next":
      return heard(await advance(world, { toNext: true }));
    case "rewind":
      return heard(await rewind(world, request.to, request.deliveries));
    case "reset":
      return heard(await reset(world, request.deliveries));
    case "set-bookmark":
      return heard(await setBookmark(world, request.name));
    case "remove-bookmark":
      return heard(await removeBookmark(world, request.name));
    default:
      return world.transact((transaction) => {
        const outcome = transaction.run(commandFor(request, actor, nameOf, transaction.world));
        return { outcome, position: transaction.position };
      });
  }
}

type StateRequest = Exclude<ShortRequest, { do: "set-bookmark" | "remove-bookmark" }>;

function commandFor(
  request: StateRequest,
  { companyId }: Actor,
  nameOf: NameOf,
  { seed, withdrawals }: Readonly<World>,
): Command {
  switch (request.do) {
    case "create-charge": {
      const { total, expiresInMs, paid } = request;
      const expiresIn = expiresInMs === null ? null : durationOf(expiresInMs);
      return { type: "create-charge", companyId, total, paid, expiresIn };
    }
    case "initiate":
      return { type: "initiate-withdrawal", companyId, value: request.value };
    case "confirm": {
      const withdrawId = nameOf(request.target);
      // The code that the newest e-mail about it shows.
      const code = otpCode(seed, withdrawId, withdrawals.get(withdrawId)?.otp?.issue ?? 1);
      return { type: "confirm-withdrawal", companyId, withdrawId, otpCode: request.isRight ? code : another(code) };
    }
    case "create-webhook": {
      const { receiver, events } = request;
      return { type: "create-webhook", companyId, name: "Hooks", url: receiverUrl(receiver), events };
    }
    case "change-settings":
      return { type: "change-settings", patch: patchOf(request.patch) };
    case "set-route":
      return { type: "set-routes", routes: [[receiverHost, request.route]] };
    default:
      return targetedCommand(request.do, companyId, nameOf(request.target));
  }
}

function targetedCommand(move: TargetedMove, companyId: string, id: string): Command {
  switch (move) {
    case "process":
    case "pay":
    case "expire":
    case "refund":
    case "chargeback":
      return { type: `${move}-charge`, companyId, chargeId: id };
    case "resend":
      return { type: "resend-otp", companyId, withdrawId: id };
    case "cancel":
    case "approve":
    case "decline":
      return { type: `${move}-withdrawal`, companyId, withdrawId: id };
    case "settle-confirmed":
      return { type: "settle-withdrawal", companyId, withdrawId: id, outcome: "CONFIRMED" };
    case "settle-failed":
      return { type: "settle-withdrawal", companyId, withdrawId: id, outcome: "FAILED" };
    case "reactivate":
      return { type: "reactivate-webhook", companyId, webhookId: id };
    case "delete-webhook":
    case "test-webhook":
      return { type: move, companyId, webhookId: id };
    case "redeliver":
      return { type: "redeliver", companyId, deliveryId: id };
  }
}

function patchOf({ retention, ...patch }: Partial<ModelSettings>): SettingsPatch {
  const { minimum, fee, otpLifetimeMs, manualApproval, settlementDelayMs, settlementOutcome } = patch;
  return given({
    minimumWithdrawal: minimum,
    withdrawalFee: fee,
    otpLifetime: otpLifetimeMs === undefined ? undefined : durationOf(otpLifetimeMs),
    manualApproval,
    retention: retention && { percent: retention.basisPoints / 100, holdFor: durationOf(retention.holdForMs) },
    settlement: given({
      delay: settlementDelayMs === undefined ? undefined : durationOf(settlementDelayMs),
      outcome: settlementOutcome,
    }),
  });
}

function heard<T extends { readonly type: string }>(outcome: T): Heard {
  const position = "position" in outcome && outcome.type !== "position-within-command" ? outcome.position : null;
  return { outcome, position: typeof position === "number" && outcome.type !== "position-unknown" ? position : null };
}

/** A code that is not the right one. */
function another(code: string): string {
  return code.endsWith("0") ? `${code.slice(0, -1)}1` : `${code.slice(0, -1)}0`;
}

function durationOf(ms: number): string {
  return `PT${ms / 1000}S`;
}
