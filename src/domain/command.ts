import type { AttemptResult } from "./attempt.ts";
import type { ChargeIds, CustomerInput } from "./charge.ts";
import type { CompanyPatch, CompanyProfile } from "./company.ts";
import type { IsoDuration } from "./duration.ts";
import type { ClockMode, EventOf, MemberOf } from "./event.ts";
import type { FaultTerms } from "./fault.ts";
import type { Instant } from "./instant.ts";
import type { Cents } from "./money.ts";
import type { Retention, Settings, SettingsPatch } from "./settings.ts";
import type { BillingOutcome, SubscriptionIds } from "./subscription.ts";
import type { WebhookIds, WebhookTerms } from "./webhook.ts";
import type { WithdrawalIds } from "./withdrawal.ts";

/** What a world can be told to do. Requests and the agenda use the same commands, so both follow the same rules. */
export type Command =
  | InstanceCommand
  | HistoryCommand
  | CompanyCommand
  | ChargeCommand
  | SubscriptionCommand
  | WithdrawalCommand
  | WebhookCommand
  | DeliveryCommand
  | FaultCommand;
export type CommandType = Command["type"];
export type CommandOf<T extends CommandType> = MemberOf<Command, T>;

export type InstanceCommand =
  | { type: "create-world"; seed: string; settings: Settings }
  | { type: "set-clock"; mode: ClockMode; rate: number }
  | { type: "reach-time" }
  | { type: "change-settings"; patch: SettingsPatch }
  | { type: "set-routes"; routes: readonly (readonly [host: string, target: string])[] };

export type HistoryCommand =
  | { type: "set-bookmark" | "remove-bookmark"; name: string }
  /** Executed on the world as it was at the position `to`. */
  | ({ type: "rewind-world" } & Omit<EventOf<"WorldRewound">, "type">);

export type CompanyCommand =
  /** `balance`: the available balance at the beginning. */
  | { type: "add-company"; profile: CompanyProfile; balance?: Cents }
  | { type: "change-company"; companyId: string; patch: CompanyPatch };

export type ChargeCommand =
  | {
      type: "create-charge";
      companyId: string;
      total: Cents;
      externalId?: string | null | undefined;
      customer?: CustomerInput | null | undefined;
      expiresIn?: IsoDuration | null | undefined;
      paid?: boolean | undefined;
      /** A retention for this charge only. */
      retention?: Retention | null | undefined;
    }
  | ({ type: ChargeMove | "release-hold" } & ChargeIds);
export type ChargeMove = "process-charge" | "pay-charge" | "expire-charge" | "refund-charge" | "chargeback-charge";

export type SubscriptionCommand =
  | {
      type: "create-subscription";
      companyId: string;
      amountCents: Cents;
      interval: IsoDuration;
      customer?: CustomerInput | null | undefined;
      nextOutcome?: BillingOutcome | undefined;
    }
  | ({ type: "change-subscription"; amountCents?: Cents; nextOutcome?: BillingOutcome } & SubscriptionIds)
  | ({ type: "authorize-subscription" | "reject-subscription" } & SubscriptionIds)
  | ({ type: "bill-subscription"; scheduled: boolean; outcome?: BillingOutcome | undefined } & SubscriptionIds);

export type WithdrawalCommand =
  | { type: "initiate-withdrawal"; companyId: string; value: Cents }
  | ({ type: "confirm-withdrawal"; otpCode: string } & WithdrawalIds)
  | ({ type: "resend-otp" | "cancel-withdrawal" | "approve-withdrawal" | "decline-withdrawal" } & WithdrawalIds)
  | ({ type: "settle-withdrawal"; outcome: "CONFIRMED" | "FAILED"; reason?: string | null | undefined } & WithdrawalIds)
  | { type: "make-automatic-withdrawal"; companyId: string };

export type WebhookCommand =
  | ({ type: "create-webhook"; companyId: string } & WebhookTerms)
  | ({
      type: "change-webhook";
      patch: { readonly [K in keyof WebhookTerms]?: WebhookTerms[K] | undefined };
    } & WebhookIds)
  | ({ type: "delete-webhook" | "reactivate-webhook" | "test-webhook" } & WebhookIds);

export type DeliveryCommand =
  | { type: "redeliver"; companyId: string; deliveryId: string }
  /** How an attempt ended. `epoch` is that of its beginning; results from before a rewind are ignored after it. */
  | ({ type: "record-attempt"; deliveryId: string; number: number; epoch: number } & AttemptResult & {
        attemptedAt: Instant;
        url: string;
      });

export type FaultCommand =
  | { type: "add-fault"; terms: FaultTerms; times: number }
  /** Chooses the fault for a call of an operation. */
  | { type: "apply-call-fault"; operationId: string }
  | { type: "remove-fault"; faultId: string }
  | { type: "remove-faults" };
