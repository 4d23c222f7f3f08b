import type { SettingProblem } from "./settings.ts";
import { shortened } from "./shortened.ts";

/** More headers of a response that a fault makes, by name. */
export type FaultHeaders = Readonly<Record<string, string>>;

/** A token of RFC 9110. */
const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,64}$/;
/** Visible ASCII, with spaces and tabs in between. */
const VALUE = /^[!-~](?:[\t -~]*[!-~])?$/;

/** Saldo writes these itself: they tell where the response ends and what its body is. */
const OWN_HEADERS: readonly string[] = [
  "connection",
  "content-encoding",
  "content-length",
  "content-type",
  "keep-alive",
  "trailer",
  "transfer-encoding",
  "upgrade",
];

export function headerProblems(headers: FaultHeaders): SettingProblem[] {
  const names = Object.keys(headers).map((name) => name.toLowerCase());
  return Object.entries(headers).flatMap(([name, value], index) => {
    const message = nameProblem(name, names.indexOf(name.toLowerCase()) < index) ?? valueProblem(value);
    return message === null ? [] : [{ at: `headers.${shortened(name, 64)}`, message }];
  });
}

function nameProblem(name: string, isThere: boolean): string | null {
  if (!NAME.test(name)) return "it is no header name; allowed are 1 to 64 letters, digits and !#$%&'*+.^_`|~-";
  if (OWN_HEADERS.includes(name.toLowerCase())) return "Saldo sets this header itself; leave it out";
  return isThere ? "this header is there twice; upper and lower case are the same" : null;
}

function valueProblem(value: string): string | null {
  if (VALUE.test(value)) return null;
  return "its value must be visible ASCII characters, with spaces or tabs only between them";
}
