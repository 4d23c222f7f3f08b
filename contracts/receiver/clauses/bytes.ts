import { unicodeEscape } from "../../../src/report/printed-text.ts";
import { isObject, type Json, type JsonObject } from "../../judge/json.ts";
import type { ReceiverDelivery } from "../delivery.ts";
import { type Drafts, withCustomer, withData } from "../drafts.ts";
import { type ReceiverClause, sends } from "../receiver-clause.ts";

/** Names and references as they occur: several bytes for a character, combining marks, line ends of JavaScript. */
const worldly = "José Conceic\u0327a\u0303o 👩‍👧 日本語 עברית \u2028\u2029 \u{1F4B8}";

/** Bodies in a spelling of JSON that no library would write again: only the received bytes match the signature. */
export const bytesClauses: readonly ReceiverClause[] = [
  ...sends(
    "Events: Delivery headers",
    "documented",
    "recognised",
    [
      "bytes.whitespace",
      "Whitespace between the members of a body does not matter.",
      (drafts) => {
        const tabbed = JSON.stringify(drafts.body(), null, "\t");
        return [
          text(drafts, JSON.stringify(drafts.body(), null, 2), "a body with line breaks and spaces"),
          text(drafts, ` ${tabbed.replaceAll("\n", "\r\n")}\r\n`, "a body with tabs and CRLF"),
        ];
      },
    ],
    [
      "bytes.member-order",
      "The order of a body's members does not matter.",
      (drafts) => [text(drafts, JSON.stringify(reversed(drafts.body())), "a body with its members in reverse")],
    ],
    [
      "bytes.escapes",
      "A body may have escapes that it does not need.",
      (drafts) => [withLiteral(drafts, "externalId", escapes, "a body with escapes like \\u002D and \\/")],
    ],
    [
      "bytes.unicode",
      "A body may have any characters, as UTF-8.",
      (drafts) => [drafts.signed(worded(drafts), "a body with emoji, combining marks and U+2028")],
    ],
    [
      "bytes.unicode-escaped",
      "A body may have any characters, as escapes.",
      (drafts) => {
        const body = JSON.stringify(worded(drafts)).replaceAll(/[^\0-\x7f]/g, unicodeEscape);
        const what = "a body with emoji, combining marks and U+2028 as escapes";
        return [text(drafts, body, what, drafts.chargeEvent())];
      },
    ],
    [
      "bytes.pieces",
      "A body may arrive in pieces that end within a character.",
      (drafts) => {
        const delivery = drafts.signed(worded(drafts), "a body in pieces that end within characters");
        return [{ ...delivery, cutAt: withinCharacters(delivery.body) }];
      },
    ],
  ),
  ...sends("Events: Delivery headers", "recommendation", "acknowledged", [
    "bytes.numbers",
    "The receiver reads an amount in every spelling of an integer in JSON, such as `12990.0` and `1299e1`.",
    (drafts) => {
      const { data } = charge(drafts);
      const total = isObject(data) ? Number(data.total) : 1_000;
      const spellings = [`${total}.0`, `${total * 10}e-1`, `${total}E+0`];
      return spellings.map((number) => withLiteral(drafts, "total", number, `an amount written as ${number}`));
    },
  ]),
  ...sends("Resources and their fields: Webhook delivery payload", "recommendation", "recognised", [
    "bytes.large",
    "The receiver acknowledges a body of 200 KiB: the document names no limit.",
    (drafts) => [text(drafts, large(drafts.body()), "a body of 200 KiB")],
  ]),
];

const escapes = '"pedido\\u002D10\\u00342\\/\\u00E7"';

/** Returns a charge event with a field whose value is spelled like this. */
function withLiteral(drafts: Drafts, field: string, literal: string, what: string): ReceiverDelivery {
  const body = JSON.stringify(withData(charge(drafts), { [field]: "@" })).replace('"@"', literal);
  return text(drafts, body, what, drafts.chargeEvent());
}

function charge(drafts: Drafts): JsonObject {
  return drafts.body(drafts.chargeEvent());
}

function worded(drafts: Drafts): JsonObject {
  return withCustomer(withData(charge(drafts), { externalId: worldly }), { name: worldly });
}

function text(drafts: Drafts, body: string, what: string, event = drafts.usual): ReceiverDelivery {
  return drafts.written(body, event, what);
}

function reversed(value: Json): Json {
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([name, member]) => [name, reversed(member)]);
  return Object.fromEntries(members.reverse());
}

/** Made of spaces, because a receiver could reject a member of this length for itself. */
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
