/** The package's API for programs that call a sandbox, or the platform, over HTTP. */
import "./supported-node.ts";

export { Answer } from "./client/answer.ts";
export { type Connection, type ControlApi, controlApi, type InterfaceApi, interfaceApi } from "./client/connection.ts";
export { SaldoClient, SaldoWorld, type WorldOrder } from "./client/saldo-client.ts";
export { carriedOut, UnexpectedAnswer } from "./client/unexpected-answer.ts";
export type {
  Bookmark,
  Charge,
  ChargeChanged,
  ChargeCreated,
  ChargesListed,
  Clock,
  ClockAdvanced,
  CompanyAdded,
  CompanyChanged,
  CompanyRead,
  Coverage,
  Delivery,
  EventsListed,
  Fault,
  FaultAdded,
  FaultsRemoved,
  Message,
  Preset,
  PresetApplied,
  ReceivedRequest,
  RequestsExported,
  RoutesState,
  SettingsChanged,
  SettingsRead,
  StatementRead,
  Subscription,
  SubscriptionChanged,
  SubscriptionCreated,
  Webhook,
  WebhookChanged,
  WebhookDeleted,
  Withdrawal,
  WithdrawalApproved,
  WithdrawalDeclined,
  WithdrawalSettled,
  WorldRewound,
} from "./spec/generated/control-api.ts";
