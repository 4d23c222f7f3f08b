/** A message as a test writes it. Several parts are alternatives of each other. */
export interface TestMail {
  readonly receivedAt: Date;
  readonly subject?: string;
  readonly from?: string;
  readonly parts: readonly TestPart[];
}

export interface TestPart {
  readonly type: "text/plain" | "text/html";
  readonly text: string;
  readonly charset?: "utf-8" | "latin1";
  readonly encoding?: "8bit" | "quoted-printable" | "base64";
  readonly disposition?: "attachment";
}

/** A message as a mail server keeps it: encoded for the way, and described as FETCH describes it. */
export class StoredMail {
  readonly uid: number;
  readonly mail: TestMail;

  constructor(uid: number, mail: TestMail) {
    this.uid = uid;
    this.mail = mail;
  }

  get subject(): string {
    return this.mail.subject ?? "Your code";
  }

  get from(): string {
    return this.mail.from ?? "no-reply@platform.example";
  }

  internalDate(): string {
    const [, day, month, year, time] = /(\d+) (\w+) (\d+) ([\d:]+)/.exec(this.mail.receivedAt.toUTCString()) ?? [];
    return `"${day}-${month}-${year} ${time} +0000"`;
  }

  envelope(): string {
    const [name = "", host = ""] = this.from.split("@");
    const address = `((NIL NIL "${name}" "${host}"))`;
    return `("${this.mail.receivedAt.toUTCString()}" "${headerWord(this.subject)}" ${address} ${address} ${address} NIL NIL NIL NIL "<${this.uid}@platform.example>")`;
  }

  structure(): string {
    const [first, ...others] = this.mail.parts.map(structureOf);
    return others.length === 0 ? `${first}` : `(${[first, ...others].join("")} "ALTERNATIVE" NIL NIL NIL NIL)`;
  }

  /** What `BODY[section]` has; undefined where there is no such section. */
  section(name: string): Buffer | undefined {
    const [, index = "1", mime] = /^(\d+)(\.MIME)?$|^(?:TEXT|HEADER)$/.exec(name) ?? [];
    const part = this.mail.parts[Number(index) - 1];
    if (part === undefined) return undefined;
    return name === "HEADER" || mime !== undefined ? Buffer.from(mimeHeader(part)) : encoded(part);
  }
}

function mimeHeader(part: TestPart): string {
  const lines = [
    `Content-Type: ${part.type}; charset=${charsetOf(part)}`,
    `Content-Transfer-Encoding: ${part.encoding ?? "8bit"}`,
    ...(part.disposition === undefined ? [] : [`Content-Disposition: ${part.disposition}`]),
  ];
  return `${lines.join("\r\n")}\r\n\r\n`;
}

function structureOf(part: TestPart): string {
  const [type, subtype] = part.type.toUpperCase().split("/");
  const disposition = part.disposition === undefined ? "NIL" : `("${part.disposition}" NIL)`;
  const encoding = (part.encoding ?? "8bit").toUpperCase();
  return `("${type}" "${subtype}" ("CHARSET" "${charsetOf(part)}") NIL NIL "${encoding}" ${encoded(part).length} 1 NIL ${disposition} NIL NIL)`;
}

function charsetOf({ charset = "utf-8" }: TestPart): string {
  return charset === "latin1" ? "iso-8859-1" : charset;
}

function encoded({ text, charset = "utf-8", encoding = "8bit" }: TestPart): Buffer {
  const bytes = Buffer.from(text, charset);
  if (encoding === "base64") return Buffer.from(inLines(bytes.toString("base64"), "\r\n"));
  if (encoding === "quoted-printable") return Buffer.from(inLines(quoted(bytes), "=\r\n"));
  return bytes;
}

/** Everything but letters is written as a number: then every reader that does not decode sees something else. */
function quoted(bytes: Buffer): string {
  return [...bytes].map((byte) => `=${byte.toString(16).toUpperCase().padStart(2, "0")}`).join("");
}

function inLines(text: string, end: string): string {
  return (text.match(/.{1,60}/gs) ?? []).join(end);
}

function headerWord(text: string): string {
  return /^[\x20-\x7e]*$/.test(text) ? text : `=?UTF-8?B?${Buffer.from(text).toString("base64")}?=`;
}
