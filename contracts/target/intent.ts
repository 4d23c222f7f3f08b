import { type Description, parameterIn } from "../judge/description.ts";
import { isObject, type Json, parseJson, textOf } from "../judge/json.ts";
import type { Passed } from "./forward.ts";

/** What a request asks the target to do, as far as permissions and the ledger look at it. */
export interface Intent {
  /** Undefined where no operation is reached for certain. */
  readonly operationId: string | undefined;
  readonly method: string;
  readonly withdrawId: string | undefined;
  readonly otpCode: string | undefined;
  readonly valueCents: number | undefined;
  /** What its path names, such as a webhook. */
  readonly id: string | undefined;
  /** Whether every server must read the same in it. */
  readonly isClear: boolean;
  /** Whether its body or query has letters or digits. */
  readonly hasWords: boolean;
}

export function intentOf(description: Description, { method, path, body }: Passed): Intent {
  const { operation, plain } = called(description, method, path);
  const text = body.toString();
  const said = parseJson(text);
  const member = (field: string) => (isObject(said) ? said[operation?.requestNames.get(field) ?? field] : undefined);
  const value = member("value");
  const id = operation && plain && parameterIn(operation.path, plain);
  const isRead = ["withdrawId", "otpCode"].every(
    (field) => member(field) === undefined || textOf(member(field)) !== undefined,
  );
  return {
    operationId: operation?.operationId,
    method,
    withdrawId: textOf(member("withdrawId")),
    otpCode: textOf(member("otpCode")),
    valueCents: typeof value === "number" ? value : undefined,
    id: id === undefined ? undefined : decodeURIComponent(id),
    isClear: !path.includes("?") && isRead && (body.length === 0 || isUnambiguous(text, said)),
    hasWords: /[\p{L}\p{N}]/u.test(text + path.replace(/^[^?]*/, "")),
  };
}

/** The operation that a request calls, and the path by which it is described: an overlay may write the version into it. */
function called(description: Description, method: string, path: string) {
  const asGiven = plainPath(path);
  for (const plain of asGiven === undefined ? [] : [asGiven, asGiven.replace(/^\/v1(?=\/)/, "")]) {
    const operation = description.operationAt(method, plain);
    if (operation !== undefined) return { operation, plain };
  }
  return { operation: undefined, plain: undefined };
}

/** The path without its query; undefined for one that servers read in different ways, as with `..` or `;`. */
function plainPath(path: string): string | undefined {
  const said = path.replace(/\?.*$/s, "");
  const segments = said.split("/").slice(1);
  const isPlain = said.startsWith("/") && segments.every(isPlainSegment);
  return isPlain ? said : undefined;
}

function isPlainSegment(segment: string): boolean {
  try {
    return /^[^\p{Cc}/\\%;#?]+$/u.test(decodeURIComponent(segment)) && !/^(?:\.|%2e)+$/i.test(segment);
  } catch {
    return false;
  }
}

/** As we write bodies ourselves: no member stands there twice, and nothing is escaped or rounded. */
function isUnambiguous(text: string, said: Json | undefined): boolean {
  return isObject(said) && JSON.stringify(said) === text.trim();
}
