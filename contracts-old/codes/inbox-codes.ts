import { type CodeRequest, type CodeSource, NoCode } from "./code-source.ts";

/** What is needed of `fetch`. */
export type Fetch = (
  url: string,
  options: { readonly headers: Readonly<Record<string, string>>; readonly signal: AbortSignal },
) => Promise<Pick<Response, "status" | "text">>;

/** The codes of a sandbox: its control plane shows the mailbox that they are sent to. */
export class InboxCodes implements CodeSource {
  readonly name = "inbox";
  readonly #url: string;
  readonly #fetch: Fetch;
  readonly #closing = new AbortController();

  constructor(url: string, fetch: Fetch) {
    this.#url = url.replace(/\/+$/, "");
    this.#fetch = fetch;
  }

  /** The mail is there before the withdrawal is answered, so that one look is enough; its clock is not the suite's. */
  async code(request: CodeRequest, signal: AbortSignal): Promise<string> {
    signal.throwIfAborted();
    const message = newestMessage(await this.#read(request, signal));
    if (message === "unreadable")
      throw new NoCode("the sandbox's inbox answered with something that is no list of messages");
    if (message === undefined) throw new NoCode("the sandbox's inbox has no message about the withdrawal");
    // Behind the newest message there are only older codes, so that none of them could be the one that is asked for.
    if (request.notThese.includes(message))
      throw new NoCode("the newest message in the sandbox's inbox has an older code");
    return message;
  }

  async close(): Promise<void> {
    this.#closing.abort();
  }

  async #read({ withdrawId, apiKey }: CodeRequest, signal: AbortSignal): Promise<string> {
    const path = `/sandbox/inbox?withdrawId=${encodeURIComponent(withdrawId)}`;
    const options = { headers: { "x-api-key": apiKey }, signal: AbortSignal.any([signal, this.#closing.signal]) };
    const answer = await this.#asked(path, options, apiKey, signal);
    if (answer.status === 200) return answer.body;
    const advice = answer.status === 404 ? "; what is no sandbox needs --otp prompt, command:… or imap:…" : "";
    throw new NoCode(`GET ${path} was answered with ${answer.status}${advice}`);
  }

  async #asked(path: string, options: Parameters<Fetch>[1], apiKey: string, signal: AbortSignal) {
    try {
      const response = await this.#fetch(`${this.#url}${path}`, options);
      return { status: response.status, body: await response.text() };
    } catch (error) {
      signal.throwIfAborted();
      if (this.#closing.signal.aborted) throw new NoCode("the source of codes was closed");
      throw new NoCode(`GET ${path} had no answer: ${reasonOf(error, apiKey)}`);
    }
  }
}

/** Of a failed request the cause says more than the error; a key that cannot be a header would be quoted in it. */
function reasonOf(error: unknown, apiKey: string): string {
  const told = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const message = told instanceof Error ? told.message : String(told);
  const code = told instanceof Error && "code" in told ? String(told.code) : "";
  const text = message === "" ? code : message;
  return apiKey === "" ? text : text.replaceAll(apiKey, "[redacted]");
}

/** The code of the first message, for the newest comes first; undefined where there is no message. */
function newestMessage(body: string): string | undefined | "unreadable" {
  const messages = field(parsed(body), "messages");
  if (!Array.isArray(messages)) return "unreadable";
  if (messages.length === 0) return undefined;
  const code = field(messages[0], "otpCode");
  return typeof code === "string" && /^\d{6}$/.test(code) ? code : "unreadable";
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function field(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined;
}
