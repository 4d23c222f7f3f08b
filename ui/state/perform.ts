import { signal } from "@preact/signals";
import type { Answer } from "../../src/client/answer.ts";
import { revision } from "../live/follow.ts";
import { text } from "../text/text.ts";
import { type Action, pathOf } from "./action.ts";
import { problemText, sentenceIn } from "./problem.ts";
import { actingAs, adminToken, client } from "./session.ts";

/** An action that failed, until it is dismissed or another one succeeds. */
interface Failure {
  readonly action: Action;
  readonly message: string;
  /** Whether no answer came. The action may have been carried out all the same. */
  readonly isLost: boolean;
  /** Set if the admin token is needed: carries the action out with it, or gives it up with null. */
  readonly withToken: ((token: string | null) => void) | null;
}

export const failure = signal<Failure | null>(null);

/**
 * Carries out an action. Returns the answer; null if it was refused or did not arrive, which the page then shows. An
 * answer with the status `expected` is returned, too. An action that needs the admin token waits until it is typed.
 */
export async function perform(action: Action, expected?: number): Promise<Answer | null> {
  const answer = await sent(action);
  if (answer === null) return null;
  if (answer.status < 300 || answer.status === expected) {
    dismissFailure();
    revision.value++;
    return answer;
  }
  const message = sentenceIn(answer.body) ?? String(answer.status);
  if (answer.at("code") !== "ADMIN_REQUIRED") {
    tell(action, message);
    return null;
  }
  const asked = adminToken.peek() === undefined ? message : text.session.wrongToken;
  const token = await new Promise<string | null>((withToken) => tell(action, asked, { withToken }));
  failure.value = null;
  if (token === null) return null;
  adminToken.value = token;
  return perform(action, expected);
}

/** Carries out an action that is to be rejected, `times` times. Returns the last answer; null if it did not arrive. */
export async function provoke(action: Action, times: number): Promise<Answer | null> {
  let answer: Answer | null = null;
  for (let i = 0; i < times; i++) {
    answer = await sent(action);
    if (answer === null) return null;
  }
  dismissFailure();
  revision.value++;
  return answer;
}

/** Stops showing the last failure; an action that waits for the admin token is given up. */
export function dismissFailure(): void {
  failure.peek()?.withToken?.(null);
  failure.value = null;
}

/** Sends an action. Returns the answer, whatever it is; null if none arrived, which the page then shows. */
export async function sent(action: Action): Promise<Answer | null> {
  try {
    return (await client.peek()?.ask(action.method, pathOf(action), action.body, actingAs(action.companyId))) ?? null;
  } catch (error) {
    tell(action, problemText(error), { isLost: true });
    return null;
  }
}

/** Shows a failure in place of the one before. */
function tell(action: Action, message: string, more: Partial<Failure> = {}): void {
  dismissFailure();
  failure.value = { action, message, isLost: false, withToken: null, ...more };
}
