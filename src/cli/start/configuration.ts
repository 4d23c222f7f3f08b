import type { Command, Option } from "commander";
import type { ClockMode } from "../../domain/event.ts";
import type { Instant } from "../../domain/instant.ts";
import type { Route } from "../../domain/route.ts";
import type { WebhookUrls } from "../../domain/webhook-url.ts";
import type { Egress } from "../../outbound/courier.ts";
import type { MailServer } from "../../outbound/mail-server.ts";
import { namesOf } from "../option.ts";
import { databasePlace, type StoreChoice } from "../store-choice.ts";
import type { LOG_LEVELS } from "./start-options.ts";

export interface Configuration {
  readonly port: number;
  readonly host: string;
  readonly hosts: readonly string[];
  readonly address?: string;
  readonly tlsCert?: string;
  readonly tlsKey?: string;
  readonly tlsCa?: string;
  readonly store: StoreChoice;
  readonly storeFile?: string;
  readonly pgSchema: string;
  readonly data: string;
  readonly history: number;
  readonly fresh?: true;
  readonly advanceEvents: number;
  readonly world?: string;
  readonly fixture: string;
  readonly apiKey: string;
  readonly seed?: string;
  readonly clock: ClockMode;
  readonly startAt?: Instant;
  readonly faketimeFile?: string;
  readonly adminToken?: string;
  readonly webhookUrls: WebhookUrls;
  readonly routes: readonly Route[];
  readonly egress: Egress;
  readonly smtpUrl?: MailServer;
  readonly smtpFrom?: string;
  readonly overlay?: string;
  readonly ui: "on" | "off";
  readonly log: (typeof LOG_LEVELS)[number];
  readonly drain: number;
  readonly metrics: "on" | "off";
  readonly logRequests: boolean;
  readonly quiet: boolean;
  readonly wait: boolean;
  readonly pidFile?: string;
}

/** Returns where worlds are stored, for people. */
export function storePlace({ store, data, pgSchema }: Pick<Configuration, "store" | "data" | "pgSchema">): string {
  if (store === "memory") return "memory";
  return store === "lowdb" ? data : databasePlace(store.url, pgSchema);
}

/** The options that are set, by their attributes. */
export type Given = ReadonlyMap<string, { readonly names: string; readonly isFlag: boolean }>;

export function givenOf(command: Command): Given {
  const sourceOf = (option: Option) => command.getOptionValueSource(option.attributeName()) ?? "";
  const given = command.options.filter((option) => ["cli", "env"].includes(sourceOf(option)));
  return new Map(
    given.map((option) => [option.attributeName(), { names: namesOf(option), isFlag: sourceOf(option) === "cli" }]),
  );
}

/** Returns the names of those of these options that are set. */
export function namesOfGiven(given: Given, attributes: readonly (keyof Configuration)[]): readonly string[] {
  return attributes.flatMap((attribute) => given.get(attribute)?.names ?? []);
}

/** Returns how to get a new first world beside what is stored. */
export function freshWays({ store }: Pick<Configuration, "store">): string {
  return store === "lowdb"
    ? "--fresh, --data <new folder> or --store memory"
    : "--pg-schema <new name> or --store memory";
}
