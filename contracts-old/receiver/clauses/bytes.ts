import type { Section } from "../../clauses/sections.ts";
import { isObject, type Json, type JsonObject } from "../../description/json.ts";
import { type Drafts, withCustomer, withData } from "../drafts.ts";
import type { Letter } from "../letter.ts";
import { documented, type LetterClause, recommended } from "../receiver-clause.ts";

const section: Section = "Events: Delivery headers";

/** Names and references as they occur: several bytes for a character, marks that combine, ends of lines of JavaScript. */
const worldly = "José Conceic\u0327a\u0303o 👩‍👧 日本語 עברית \u2028\u2029 \u{1F4B8}";

/** Text that is JSON in a spelling that no library would write again: only the bytes that came have the signature. */
export const bytesClauses: readonly LetterClause[] = [
  acknowledges("whitespace", "Whitespace between the members of a body does not matter.", (drafts) => [
    text(drafts, JSON.stringify(paid(drafts), null, 2), "a body with line breaks and spaces"),
    text(
      drafts,
      ` ${JSON.stringify(paid(drafts), null, "\t").replaceAll("\n", "\r\n")}\r\n`,
      "a body with tabs and CRLF",
    ),
  ]),
  acknowledges("member-order", "The order of a body's members does not matter.", (drafts, body) => [
    text(drafts, JSON.stringify(reversed(body)), "a body with its members in reverse"),
  ]),
  acknowledges("escapes", "A body may have escapes that it does not need.", (drafts, body) => [
    text(
      drafts,
      JSON.stringify(withData(body, { externalId: "@" })).replace('"@"', '"pedido\\u002D10\\u00342\\/\\u00E7"'),
      "a body with escapes like \\u002D and \\/",
    ),
  ]),
  acknowledges("unicode", "A body may have any characters, as UTF-8.", (drafts, body) => [
    drafts.signed(worded(body), "a body with emoji, combining marks and U+2028"),
  ]),
  acknowledges("unicode-escaped", "A body may have any characters, as escapes.", (drafts, body) => [
    text(
      drafts,
      JSON.stringify(worded(body)).replaceAll(/[^\0-\x7f]/g, escaped),
      "a body with emoji, combining marks and U+2028 as escapes",
    ),
  ]),
  acknowledges("pieces", "A body may come in pieces that end within a character.", (drafts, body) => {
    const letter = drafts.signed(worded(body), "a body in pieces that end within characters");
    return [{ ...letter, cutAt: withinCharacters(letter.body) }];
  }),
  {
    clause: recommended(
      "bytes.numbers",
      section,
      "An amount is taken in every spelling that JSON has for an integer, such as `12990.0` and `1299e1`.",
    ),
    expects: "acknowledged",
    letters: (drafts) => {
      const { data } = paid(drafts);
      const total = isObject(data) ? Number(data.total) : 1_000;
      return [`${total}.0`, `${total * 10}e-1`, `${total}E+0`].map((number) => {
        const body = JSON.stringify(withData(paid(drafts), { total: "@" })).replace('"@"', number);
        return text(drafts, body, `an amount written as ${number}`);
      });
    },
  },
  {
    clause: recommended(
      "bytes.large",
      "Resources and their fields: Webhook delivery payload",
      "A body of 200 KiB is acknowledged: the document names no limit.",
    ),
    expects: "acknowledged",
    letters: (drafts) => [text(drafts, large(paid(drafts)), "a body of 200 KiB")],
  },
];

function acknowledges(
  name: string,
  sentence: string,
  write: (drafts: Drafts, body: JsonObject) => readonly Letter[],
): LetterClause {
  return {
    clause: documented(`bytes.${name}`, section, sentence),
    expects: "acknowledged",
    letters: (drafts) => write(drafts, paid(drafts)),
  };
}

function paid(drafts: Drafts): JsonObject {
  return drafts.body("charge.paid");
}

function text(drafts: Drafts, body: string, what: string): Letter {
  return drafts.written(body, "charge.paid", what);
}

function reversed(value: Json): Json {
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([name, member]) => [name, reversed(member)]);
  return Object.fromEntries(members.reverse());
}

function worded(body: JsonObject): JsonObject {
  return withCustomer(withData(body, { externalId: worldly }), { name: worldly });
}

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** Of spaces, since a member that is so long could be refused for itself. */
function large(body: JsonObject): string {
  const written = JSON.stringify(body);
  return `${written.slice(0, -1)}${" ".repeat(200 * 1024 - Buffer.byteLength(written))}}`;
}

/** Several, all over the body: a receiver that is busy reads two pieces at once. */
const mostPieces = 8;

/** Places behind the first byte of a character of several. */
function withinCharacters(body: string): readonly number[] {
  const bytes = Buffer.from(body);
  const places = [...bytes.keys()].filter((at) => at > 0 && Number(bytes[at - 1]) >= 0xc0);
  const step = Math.ceil(places.length / mostPieces);
  return places.filter((_, at) => at % step === 0);
}
