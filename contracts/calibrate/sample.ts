import type { ProfileField } from "../profile/field.ts";
import { type Known, kindOf } from "../profile/meaning.ts";

/** A body that was seen, with what is known to be true of it. */
export interface Sample {
  /** As JSON; undefined where it is none. */
  readonly body: unknown;
  /** A body that is no JSON; empty for one that is, and where there is none. */
  readonly text: string;
  /** The media type of the body, without parameters. */
  readonly type: string | undefined;
  readonly known: Known;
  /** Undefined for a notification. */
  readonly status: number | undefined;
  /** What is known of records that a list may have; one of its values tells which is which. */
  readonly records: readonly Known[];
}

export interface SchemaOptions {
  readonly fields: readonly ProfileField[];
  /** Whether the schema is for outcomes beside those that were seen, so that constants of these are left open. */
  readonly isGeneral: boolean;
  readonly leave: (what: string) => void;
}

/** A value that was seen in bodies, with what is known there. */
export interface SampledValue extends Pick<Sample, "status" | "records" | "known"> {
  readonly value: unknown;
}

/** Returns the type of these values in JSON Schema, or all that they have. */
export function typeOf(seen: readonly { readonly value: unknown }[]): string | readonly string[] {
  const kinds = new Set(seen.map(({ value }) => kindOf(value)).map((kind) => (kind === "instant" ? "string" : kind)));
  if (kinds.has("number")) kinds.delete("integer");
  const [only = "string", ...others] = [...kinds].toSorted();
  return others.length === 0 ? only : [only, ...others];
}
