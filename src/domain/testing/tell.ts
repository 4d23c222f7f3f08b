import type { OutcomeType } from "../outcome.ts";
import { commandOf, type Move } from "./moves.ts";
import { fickle } from "./postman.ts";
import { Story } from "./story.ts";

/** A world with two companies, some money and unreliable receivers, in which anything can happen. */
export function begin(seed: string): Story {
  const story = new Story({ seed, balance: 100_000 });
  story.receiver = fickle;
  story.charge({ companyId: story.addCompany({ name: "Other" }), total: 70_000, paid: true });
  return story;
}

/** Makes a move, and answers with its outcome unless only time passed. */
export function perform(story: Story, move: Move): OutcomeType | null {
  if (move.do !== "advance") return story.when(commandOf(story.world, move)).outcome.type;
  story.advance(move.by);
  return null;
}

export function told(seed: string, moves: readonly Move[]): Story {
  const story = begin(seed);
  for (const move of moves) perform(story, move);
  return story;
}
