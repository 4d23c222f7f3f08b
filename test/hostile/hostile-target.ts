import type { ReceivedRequest, ReceiverAnswer } from "../../src/outbound/testing/receiver.ts";
import { loadDocument } from "../../src/spec/document.ts";
import { askedOperations, at, pathWith } from "./documents.ts";
import { hostileTexts } from "./hostile-texts.ts";

/** How a hostile target answers: with its texts behind what is documented, in place of it, in an error, or as a page. */
export const manners = ["behind", "instead", "refusal", "page"] as const;

const hostile = hostileTexts.join("");

/** Answers each documented request with the document's example, and hostile texts in all of its strings. */
export function hostileAnswer({ method, path }: ReceivedRequest, manner: (typeof manners)[number]): ReceiverAnswer {
  const [bare = ""] = path.split("?");
  if (bare === "/sandbox/health") return json(200, exampleOf(method, bare));
  if (manner === "page") return { status: 502, headers: { "content-type": "text/html" }, body: hostile };
  if (manner === "refusal") return json(409, { status: 409, code: hostile, detail: hostile, message: hostile });
  const write = (text: string) => (manner === "instead" ? hostile : isTime(text) ? text : text + hostile);
  if (bare !== "/sandbox/events/stream") return json(200, mapped(exampleOf(method, bare), write));
  const [event] = eventsIn(exampleOf("GET", "/sandbox/events"));
  const data = JSON.stringify(mapped(event ?? {}, write));
  return { status: 200, headers: { "content-type": "text/event-stream" }, body: `id: 1\ndata: ${data}\n\n` };
}

function json(status: number, body: unknown): ReceiverAnswer {
  return { status, headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
}

/** A time or a duration: with another text, a command ends before it shows the rest. */
function isTime(text: string): boolean {
  return /^(\d{4}-\d\d|P\d*|PT)/.test(text);
}

function exampleOf(method: string, path: string): unknown {
  const found = askedOperations.find(({ operation, document }) => {
    const template = (document === "control" ? "/sandbox" : "") + pathWith(operation, "[^/]+");
    return operation.method === method && new RegExp(`^(?:/v1)?${template}$`).test(path);
  });
  if (found === undefined) return {};
  const { dereferenced } = loadDocument(found.document);
  const described: unknown = dereferenced.paths?.[found.operation.path];
  const responses = at(described, [method.toLowerCase(), "responses"]) ?? {};
  const good = Object.entries(responses).find(([status]) => status.startsWith("2"))?.[1];
  const examples = at(good, ["content", "application/json", "examples"]) ?? {};
  return at(Object.values(examples)[0], ["value"]) ?? {};
}

function eventsIn(list: unknown): readonly unknown[] {
  const events = at(list, ["events"]) ?? at(list, ["data"]);
  return Array.isArray(events) ? events : [];
}

function mapped(value: unknown, write: (text: string) => string): unknown {
  if (typeof value === "string") return write(value);
  if (Array.isArray(value)) return value.map((item) => mapped(item, write));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, mapped(inner, write)]));
}
