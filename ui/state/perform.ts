import { signal } from "@preact/signals";
import type { Answer } from "../../src/client/answer.ts";
import { revision } from "../live/follow.ts";
import { type Action, pathOf } from "./action.ts";
import { asksForAdmin, problemText, sentenceIn } from "./problem.ts";
import { client } from "./session.ts";

/** An action that failed, until it is dismissed or another one succeeds. */
export interface Failure {
  readonly action: Action;
  readonly message: string;
  /** Whether it would be carried out with the admin token. */
  readonly needsAdmin: boolean;
}

export const failure = signal<Failure | null>(null);

/** How many actions wait for their answer. */
export const underWay = signal(0);

/** Carries out an action. Returns the answer; null if it was refused or did not arrive, which the page then shows. */
export async function perform(action: Action): Promise<Answer | null> {
  const sender = client.peek();
  if (sender === null) return null;
  underWay.value++;
  try {
    const answer = await sender.ask(action.method, pathOf(action), action.body);
    if (answer.status < 300) {
      failure.value = null;
      revision.value++;
      return answer;
    }
    const message = sentenceIn(answer.body) ?? String(answer.status);
    failure.value = { action, message, needsAdmin: asksForAdmin(answer.body) };
  } catch (error) {
    failure.value = { action, message: problemText(error), needsAdmin: false };
  } finally {
    underWay.value--;
  }
  return null;
}
