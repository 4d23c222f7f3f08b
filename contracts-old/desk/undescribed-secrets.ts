import { describedName } from "../description/described-name.ts";
import type { Description } from "../description/description.ts";
import { everything, parseJson } from "../description/json.ts";
import type { Passed, TargetAnswer } from "./forward.ts";
import { wishOf } from "./wish.ts";

/** Shorter ones would be no secrets worth their name. */
const fewestCharacters = 16;

/** What an answer shows that must not be shown again, whatever the target calls it. */
export function undescribedSecrets(description: Description, passed: Passed, answer: TargetAnswer): readonly string[] {
  const { operationId } = wishOf(description, passed);
  const isCreation = operationId === "createWebhook" && answer.status < 300;
  if (!isCreation && operationId !== "listWithdrawals") return [];
  const members = [...everything(parseJson(answer.body.toString()))].flatMap(({ place, value }) =>
    typeof value === "string" ? [{ name: place.at(-1) ?? "", value }] : [],
  );
  const isSecret = isCreation ? mayBeHookSecret(description, passed) : isPixKey;
  return members.filter(isSecret).map(({ value }) => value);
}

interface Member {
  readonly name: string;
  readonly value: string;
}

/** The secret of a webhook is long, without blanks, and was neither sent nor is it one of the other things said there. */
function mayBeHookSecret(description: Description, { body }: Passed): (member: Member) => boolean {
  const sent = body.toString();
  const idName = describedName(description, description.operation("createWebhook"), "webhook-created", "webhookId");
  return ({ name, value }) =>
    value.length >= fewestCharacters &&
    name !== idName &&
    !sent.includes(value) &&
    !/\s|^\d{4}-\d\d-\d\d|^https?:|^[a-z_]+(?:\.[a-z_]+)+$/.test(value);
}

/** A PIX key is an e-mail address, a CPF or CNPJ, a phone number or a random UUID; of UUIDs only the name tells. */
function isPixKey({ name, value }: Member): boolean {
  if (/^[^\s@]+@[^\s@]+$/.test(value) || /^(?:\d{11}|\d{14}|\+55\d{10,11})$/.test(value)) return true;
  return /pix|key/i.test(name) && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value);
}
