import { describedName } from "../description/described-name.ts";
import type { Description } from "../description/description.ts";
import { everything } from "../description/json.ts";
import type { Answer } from "./answer.ts";
import { CouldNotRun, must } from "./verdict-error.ts";

/**
 * Identifier and secret of a webhook that was created. The document shows neither's name, so that they are sought under
 * the names of the description, with the target's overlay.
 * @throws Broken when no text besides what was sent is in the answer: then no secret is.
 */
export function secretsOf(description: Description, answer: Answer, sent: readonly unknown[]): WebhookSecrets {
  const nameOf = (field: string) => describedName(description, answer.operation, "webhook-created", field);
  const memberOf = (field: string) => {
    const name = nameOf(field);
    return name === undefined ? undefined : answer.find(name);
  };
  const id = memberOf("webhookId");
  const secret = memberOf("secret");
  if (typeof id === "string" && typeof secret === "string") return { id, secret };
  const texts = [...everything(answer.body)].filter(({ value }) => typeof value === "string" && !sent.includes(value));
  must(texts.length > 0, "the answer to the creation of a webhook has no secret");
  const missing =
    typeof secret === "string" ? `identifier ("${nameOf("webhookId")}")` : `secret ("${nameOf("secret")}")`;
  throw new CouldNotRun(
    "overlay",
    `a created webhook's ${missing} is not found; an overlay (--overlay) can say its name`,
  );
}

export interface WebhookSecrets {
  readonly id: string;
  readonly secret: string;
}
