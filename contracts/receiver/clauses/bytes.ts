import { isObject, type Json, type JsonObject } from "../../judge/json.ts";
import type { Delivery } from "../delivery.ts";
import { type Drafts, withCustomer, withData } from "../drafts.ts";
import type { DeliveryClause } from "../receiver-clause.ts";

const section = "Events: Delivery headers";

/** Names and references as they occur: several bytes for a character, combining marks, line ends of JavaScript. */
const worldly = "José Conceic\u0327a\u0303o 👩‍👧 日本語 עברית \u2028\u2029 \u{1F4B8}";

/** Bodies in a spelling of JSON that no library would write again: only the received bytes match the signature. */
export const bytesClauses: readonly DeliveryClause[] = [
  recognises("whitespace", "Whitespace between the members of a body does not matter.", (drafts) => [
    text(drafts, JSON.stringify(drafts.body(), null, 2), "a body with line breaks and spaces"),
    text(
      drafts,
      ` ${JSON.stringify(drafts.body(), null, "\t").replaceAll("\n", "\r\n")}\r\n`,
      "a body with tabs and CRLF",
    ),
  ]),
  recognises("member-order", "The order of a body's members does not matter.", (drafts) => [
    text(drafts, JSON.stringify(reversed(drafts.body())), "a body with its members in reverse"),
  ]),
  recognises("escapes", "A body may have escapes that it does not need.", (drafts) => [
    text(
      drafts,
      JSON.stringify(withData(charge(drafts), { externalId: "@" })).replace(
        '"@"',
        '"pedido\\u002D10\\u00342\\/\\u00E7"',
      ),
      "a body with escapes like \\u002D and \\/",
      drafts.chargeEvent(),
    ),
  ]),
  recognises("unicode", "A body may have any characters, as UTF-8.", (drafts) => [
    drafts.signed(worded(drafts), "a body with emoji, combining marks and U+2028"),
  ]),
  recognises("unicode-escaped", "A body may have any characters, as escapes.", (drafts) => [
    text(
      drafts,
      JSON.stringify(worded(drafts)).replaceAll(/[^\0-\x7f]/g, escaped),
      "a body with emoji, combining marks and U+2028 as escapes",
      drafts.chargeEvent(),
    ),
  ]),
  recognises("pieces", "A body may arrive in pieces that end within a character.", (drafts) => {
    const delivery = drafts.signed(worded(drafts), "a body in pieces that end within characters");
    return [{ ...delivery, cutAt: withinCharacters(delivery.body) }];
  }),
  {
    id: "bytes.numbers",
    section,
    kind: "recommendation",
    text: "The receiver reads an amount in every spelling of an integer in JSON, such as `12990.0` and `1299e1`.",
    expects: "acknowledged",
    deliveries: (drafts) => {
      const { data } = charge(drafts);
      const total = isObject(data) ? Number(data.total) : 1_000;
      return [`${total}.0`, `${total * 10}e-1`, `${total}E+0`].map((number) => {
        const body = JSON.stringify(withData(charge(drafts), { total: "@" })).replace('"@"', number);
        return text(drafts, body, `an amount written as ${number}`, drafts.chargeEvent());
      });
    },
  },
  {
    id: "bytes.large",
    section: "Resources and their fields: Webhook delivery payload",
    kind: "recommendation",
    text: "The receiver acknowledges a body of 200 KiB: the document names no limit.",
    expects: "recognised",
    deliveries: (drafts) => [text(drafts, large(drafts.body()), "a body of 200 KiB")],
  },
];

function recognises(name: string, sentence: string, deliveries: DeliveryClause["deliveries"]): DeliveryClause {
  return { id: `bytes.${name}`, section, kind: "documented", text: sentence, expects: "recognised", deliveries };
}

function charge(drafts: Drafts): JsonObject {
  return drafts.body(drafts.chargeEvent());
}

function worded(drafts: Drafts): JsonObject {
  return withCustomer(withData(charge(drafts), { externalId: worldly }), { name: worldly });
}

function text(drafts: Drafts, body: string, what: string, event = drafts.usual): Delivery {
  return drafts.written(body, event, what);
}

function reversed(value: Json): Json {
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([name, member]) => [name, reversed(member)]);
  return Object.fromEntries(members.reverse());
}

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** Of spaces, because a receiver could reject a member of this length for itself. */
function large(body: JsonObject): string {
  const written = JSON.stringify(body);
  return `${written.slice(0, -1)}${" ".repeat(200 * 1024 - Buffer.byteLength(written))}}`;
}

/** Several, all over the body: a busy receiver reads two pieces at once. */
const MAX_PIECES = 8;

/** Returns places behind the first byte of a character that has several. */
function withinCharacters(body: string): readonly number[] {
  const bytes = Buffer.from(body);
  const places = [...bytes.keys()].filter((at) => at > 0 && Number(bytes[at - 1]) >= 0xc0);
  const step = Math.ceil(places.length / MAX_PIECES);
  return places.filter((_, at) => at % step === 0);
}
