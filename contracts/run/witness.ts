import type { Description } from "../judge/description.ts";
import { type Seen, seenIn } from "../model/seen.ts";
import type { Story } from "../stories/story.ts";
import { actsIn } from "../trace/find.ts";
import type { TraceEntry } from "../trace/trace.ts";
import { type Played, type Players, playAll } from "./play.ts";
import { clauseFinding, type Finding } from "./verdict.ts";

/**
 * Asks for a second witness before a target is accused: stories that have shown something broken are played once more, and
 * what they show then must break the clause, too. Those that wait long or leave webhooks are not: it "was seen once".
 */
export async function withWitness(
  findings: readonly Finding[],
  played: readonly Played[],
  seen: Seen,
  players: Players,
  description: Description,
): Promise<readonly Finding[]> {
  const broken = findings.filter(({ kind }) => kind === "broken");
  const stories = new Set(broken.flatMap((finding) => storyOf(finding, played) ?? []));
  const start = players.trace.length;
  await playAll([...stories], players);
  const again = seenAgain(players.trace.slice(start), seen, description);
  return findings.map((finding) => confirmed(finding, again, seen, description));
}

/** What a finding is after what was seen again. Only the story that has shown it can take it back. */
export function confirmed(finding: Finding, again: Seen, first: Seen, description: Description): Finding {
  if (finding.kind !== "broken") return finding;
  const { kind } = clauseFinding(finding.clause, again);
  const isPlayedAgain = finding.seen.some(({ story }) => again.whole.some((entry) => entry.story === story));
  if (kind === "broken" || isShownElsewhere(finding, first, description)) return finding;
  if (kind !== "passed" || !isPlayedAgain) return { ...finding, reason: `${finding.reason} (seen once)` };
  return { ...finding, kind: "not-judged", seen: [], reason: `seen once, and not a second time: ${finding.reason}` };
}

/** The form of an answer is judged without the rest of the run, so that any other story that breaks it is a witness, too. */
function isShownElsewhere({ clause, seen }: Finding, { whole }: Seen, description: Description): boolean {
  if (clause.covers === undefined) return false;
  const names = new Set(seen.map(({ story }) => story));
  const others = whole.filter(({ story }) => !names.has(story));
  return clauseFinding(clause, seenIn(others, description)).kind === "broken";
}

/** The story that has shown it, as far as it costs little. */
function storyOf({ clause, seen }: Finding, played: readonly Played[]): Story | undefined {
  const names = new Set(seen.map(({ story }) => story));
  const stories = played.map(({ story }) => story);
  const isCheap = ({ price, leaves }: Story) => price.waitMs <= MOST_MS && price.webhooks === 0 && leaves !== "empty";
  const isNeeded = (story: Story) => clause.needs.includes(story) && isCheap(story);
  return stories.find((story) => names.has(story.name) && isNeeded(story)) ?? stories.find(isNeeded);
}

/** How long codes live is known from the whole run. */
function seenAgain(trace: readonly TraceEntry[], { life, whole }: Seen, description: Description): Seen {
  const expected = actsIn(whole, "expect-settings");
  return { ...seenIn([...expected, ...trace], description), life };
}

const MOST_MS = 20_000;
