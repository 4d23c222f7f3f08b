import type { Capability } from "../target/driver/capability.ts";
import type { Stage } from "./stage.ts";

/** What a story does to a real account, for the plan that comes before it. */
export interface Price {
  /** Withdrawals that are paid out. */
  readonly payouts: number;
  /** E-mails with a code. */
  readonly mails: number;
  /** Webhooks that stay. */
  readonly webhooks: number;
  /** Lives of a code that it waits for. */
  readonly codeLives: number;
  /** What it waits besides, in milliseconds. */
  readonly waitMs: number;
}

/** A sequence of requests that brings about what clauses judge. It judges nothing itself. */
export interface Story {
  readonly name: string;
  /** What it cannot begin without. */
  readonly needs: readonly Capability[];
  readonly price: Price;
  readonly play: (stage: Stage) => Promise<void>;
  /** It is left out where all of these are there, because another story shows the same with them. */
  readonly unless?: readonly Capability[] | undefined;
  /** How it may leave the account, so that others come before it. */
  readonly leaves?: "locked" | "empty" | undefined;
}

const free: Price = { payouts: 0, mails: 0, webhooks: 0, codeLives: 0, waitMs: 0 };

export function story(
  name: string,
  needs: readonly Capability[],
  { unless, leaves, ...price }: Partial<Price> & Pick<Story, "unless" | "leaves">,
  play: Story["play"],
): Story {
  return { name, needs, price: { ...free, ...price }, play, unless, leaves };
}
