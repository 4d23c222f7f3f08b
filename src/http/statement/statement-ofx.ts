import { type Instant, localTime } from "../../domain/instant.ts";
import { decimal, type Statement, type StatementEntry } from "./statement.ts";

/**
 * Returns a statement as OFX 1.0.2, the SGML that Brazilian banks export and accounting programs read. Elements are closed,
 * which SGML leaves open, so that readers of XML understand it, too. All of it is ASCII, because readers disagree about others.
 */
export function statementOfx({ companyId, currency, timeZone, from, to, closingCents, entries }: Statement): string {
  const time = (at: Instant) => ofxTime(at, timeZone);
  const ok = "<STATUS><CODE>0</CODE><SEVERITY>INFO</SEVERITY></STATUS>";
  return [
    ...HEADER,
    "",
    "<OFX>",
    `<SIGNONMSGSRSV1><SONRS>${ok}<DTSERVER>${time(to)}</DTSERVER><LANGUAGE>POR</LANGUAGE></SONRS></SIGNONMSGSRSV1>`,
    `<BANKMSGSRSV1><STMTTRNRS><TRNUID>0</TRNUID>${ok}`,
    `<STMTRS><CURDEF>${currency}</CURDEF>`,
    // An account has 22 characters at most.
    `<BANKACCTFROM><BANKID>0</BANKID><ACCTID>${companyId.slice(-22)}</ACCTID><ACCTTYPE>CHECKING</ACCTTYPE></BANKACCTFROM>`,
    `<BANKTRANLIST><DTSTART>${time(from)}</DTSTART><DTEND>${time(to)}</DTEND>`,
    ...entries.map((entry) => transaction(entry, time)),
    "</BANKTRANLIST>",
    `<LEDGERBAL><BALAMT>${decimal(closingCents, ".")}</BALAMT><DTASOF>${time(to)}</DTASOF></LEDGERBAL>`,
    "</STMTRS></STMTTRNRS></BANKMSGSRSV1>",
    "</OFX>",
    "",
  ].join("\r\n");
}

const HEADER = [
  "OFXHEADER:100",
  "DATA:OFXSGML",
  "VERSION:102",
  "SECURITY:NONE",
  "ENCODING:USASCII",
  "CHARSET:1252",
  "COMPRESSION:NONE",
  "OLDFILEUID:NONE",
  "NEWFILEUID:NONE",
];

function transaction(entry: StatementEntry, time: (at: Instant) => string): string {
  const { position, at, reason, reference, externalId, endToEndId, amountCents } = entry;
  const memo = [reference, externalId, endToEndId].filter((id) => id !== null).join(" ");
  const fields = [
    ["TRNTYPE", amountCents < 0 ? "DEBIT" : "CREDIT"],
    ["DTPOSTED", time(at)],
    ["TRNAMT", decimal(amountCents, ".")],
    ["FITID", String(position)],
    [
      "NAME",
      text(
        reason.replaceAll(/(?<!^)[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`),
        32,
      ),
    ],
    ["MEMO", text(memo, 255)],
  ];
  return `<STMTTRN>${fields.map(([name, value]) => `<${name}>${value}</${name}>`).join("")}</STMTTRN>`;
}

/** Returns a text without accents, of at most `maxLength` characters before they are escaped. */
function text(value: string, maxLength: number): string {
  const ascii = value
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^ -~]/gu, "?");
  return ascii.slice(0, maxLength).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** Returns `20260302090000.000[-3]`: importers take the day as it is written, so it is the local one. */
function ofxTime(at: Instant, timeZone: string): string {
  const { dateTime, offsetMinutes } = localTime(at, timeZone);
  const digits = dateTime.replaceAll(/[-T:]/g, "");
  const [hours, minutes] = [Math.trunc(offsetMinutes / 60), Math.abs(offsetMinutes % 60)];
  return `${digits}[${hours}${minutes === 0 ? "" : `.${String(minutes).padStart(2, "0")}`}]`;
}
