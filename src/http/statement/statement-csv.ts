import { localTime } from "../../domain/instant.ts";
import { isoInstant } from "../view/instant-text.ts";
import { decimal, type Statement } from "./statement.ts";

const HEADS = [
  "date",
  "at",
  "position",
  "reason",
  "reference",
  "externalId",
  "endToEndId",
  "amount",
  "amountCents",
  "feeCents",
  "balance",
  "balanceCents",
];

/**
 * Returns a statement as CSV that opens in Excel and LibreOffice set to Portuguese: with semicolons, decimal commas and a
 * byte order mark. The first row is the opening balance, so a sum of the amounts is the last balance.
 */
export function statementCsv({ timeZone, from, openingCents, entries }: Statement): string {
  const opening = { at: from, reason: "OpeningBalance", amountCents: openingCents, balanceCents: openingCents };
  const rows = [{ ...nothing, ...opening }, ...entries].map(
    ({ at, position, reason, reference, externalId, endToEndId, amountCents, feeCents, balanceCents }) => [
      ...[localText(at, timeZone), isoInstant(at), position, text(reason)],
      ...[text(reference), text(externalId), text(endToEndId)],
      ...[decimal(amountCents, ","), amountCents, feeCents ?? "", decimal(balanceCents, ","), balanceCents],
    ],
  );
  return `\u{feff}${[HEADS, ...rows].map((row) => `${row.join(";")}\r\n`).join("")}`;
}

const nothing = { position: "", reference: null, externalId: null, endToEndId: null, feeCents: null } as const;

function localText(at: number, timeZone: string): string {
  return localTime(at, timeZone).dateTime.replace("T", " ").slice(0, "2026-03-02 09:00:00".length);
}

/**
 * Returns a text as a cell. A spreadsheet calculates what begins like a formula, and an `externalId` comes from a caller, so
 * such a text gets an apostrophe before it.
 */
function text(value: string | null): string {
  const harmless = (value ?? "").replace(/^[=+\-@\t\r]/, "'$&");
  return /[";\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
