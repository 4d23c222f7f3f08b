import { signal } from "@preact/signals";
import type { Answer } from "../../src/client/answer.ts";
import { revision } from "../live/follow.ts";
import { type Action, pathOf } from "./action.ts";
import { client } from "./session.ts";

/** An action that failed, until it is dismissed or another one succeeds. */
export interface Failure {
  readonly action: Action;
  readonly message: string;
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
    failure.value = { action, message: messageOf(answer) };
  } catch (error) {
    failure.value = { action, message: error instanceof Error ? error.message : String(error) };
  } finally {
    underWay.value--;
  }
  return null;
}

/** The control plane answers with a problem (`detail`), the interface with a `message`. */
function messageOf(answer: Answer): string {
  const text = answer.at("detail") ?? answer.at("message") ?? answer.at("title");
  return typeof text === "string" ? text : `${answer.status}`;
}
