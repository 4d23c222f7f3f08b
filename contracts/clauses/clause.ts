import type { Seen } from "../model/seen.ts";
import type { Situation } from "../model/withdrawals.ts";
import type { Story } from "../stories/story.ts";
import { Broken, type Evidence, each, judgeShape, mustBeAccepted, mustBeRejected } from "./judging.ts";
import type { Section } from "./sections.ts";

/**
 * `documented`: the platform's document demands it, and a target that does otherwise is broken. `assumption`: the document
 * leaves it open, and a difference is only observed. `recommendation`: no document demands it, but prudence does.
 */
export type ClauseKind = "documented" | "assumption" | "recommendation";

export interface Said {
  /** Permanent and readable: `otp.resend-lifts-block`. */
  readonly id: string;
  /** The heading of the platform's document that demands it, or under which it would stand. */
  readonly section: Section;
  readonly kind: ClauseKind;
  /** One sentence that is true of a target which meets the clause. */
  readonly text: string;
  /** The stories that bring about what the clause judges. Any other part of the run may bring it about as well. */
  readonly needs: readonly Story[];
  /** The nodes of the description that it answers for, as paths: `*` stands for one key, `**` for any number. */
  readonly covers?: readonly string[];
}

/** A requirement that can be broken alone, with how it is judged. */
export interface Clause extends Said {
  /** Returns what differs from an assumption. Throws `Broken`, or `NotJudged` where nothing of it was seen. */
  readonly judge: (seen: Seen) => readonly string[];
}

/** What is written of a clause: most are documented. */
export type Written = Omit<Said, "kind"> & Partial<Pick<Said, "kind">>;

/** `judge` may be left out by a clause that covers nodes: it is about their shape alone. */
export function clause({
  kind = "documented",
  judge,
  ...said
}: Written & { readonly judge?: (seen: Seen) => readonly string[] | undefined }): Clause {
  return {
    ...said,
    kind,
    judge: (seen) => [
      ...(said.covers === undefined ? [] : judgeShape({ kind, covers: said.covers }, seen, judge !== undefined)),
      ...(judge?.(seen) ?? []),
    ],
  };
}

interface Every<One> extends Written {
  readonly those: (seen: Seen) => readonly One[];
  /** Throws `Broken` for a wrong one. Left out where it says enough that there are some. */
  readonly judge?: (one: One, seen: Seen) => void;
}

/** The most frequent shape of a clause: of what a run has shown, each of these must be right. */
export function every<One>({ those, judge, ...said }: Every<One>): Clause {
  return clause({ ...said, judge: (seen) => each(those(seen), (one) => judge?.(one, seen)) });
}

interface Right<One> extends Written {
  readonly those: (seen: Seen) => readonly One[];
  /** Says what is wrong with one, if something is. */
  readonly wrong: (one: One, seen: Seen) => string | false | undefined;
}

/** The same where each of these shows by itself what is wrong with it. */
export function right<One extends Evidence>({ wrong, ...said }: Right<One>): Clause {
  return every({
    ...said,
    judge: (one, seen) => {
      const what = wrong(one, seen);
      if (what) throw new Broken(what, [one]);
    },
  });
}

/** Requests that a clause is about. */
export type Those = (seen: Seen) => readonly Situation[];

interface Requests extends Written {
  /** What they are, as the subject of a sentence. */
  readonly what: string;
  readonly those: Those;
}

export function rejected({ what, ...said }: Requests): Clause {
  return every({ ...said, judge: mustBeRejected(what) });
}

export function accepted({ what, ...said }: Requests): Clause {
  return every({ ...said, judge: mustBeAccepted(what) });
}
