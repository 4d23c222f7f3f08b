import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import type { CodeSource } from "../codes/code-source.ts";
import { Description } from "../description/description.ts";
import { type JsonObject, parseJson, valueAt } from "../description/json.ts";
import { Bookkeeper } from "./bookkeeper.ts";
import { Evidence } from "./evidence.ts";
import { Forwarder, type NoAnswer, type Passed, type TargetAnswer } from "./forward.ts";
import { codePath, deliveryPath, deskHeaders, endPath } from "./headers.ts";
import { OwnWorlds } from "./own-worlds.ts";
import { passedBack, passedOn, say } from "./passing.ts";
import type { Permissions } from "./permission.ts";
import { isRateLimited, rateLimit, sentWithinLimits } from "./rate-limit.ts";
import { secretNamesIn } from "./secret-names.ts";
import { undescribedSecrets } from "./undescribed-secrets.ts";

/** Headers that are too large are for the target to refuse, not for the desk. */
const maxHeaderSize = 1024 * 1024;

export interface DeskParts {
  readonly url: string;
  readonly document: JsonObject;
  readonly permissions: Permissions;
  readonly codes: CodeSource | undefined;
  /** The key of the user's account, if there is one. */
  readonly apiKey: string | undefined;
  readonly adminToken: string | undefined;
  readonly hasControlPlane: boolean;
  /** As long a real target may ask for a wait; without it none is waited. */
  readonly patienceMs?: number;
}

/**
 * The one door between a run and its target. Every request goes through it: it keeps the evidence, lets nothing pass that
 * was not allowed on a real account, hands out one-time codes, and closes at the end what the run has opened, whatever
 * has become of the contracts that opened it.
 */
export class Desk {
  readonly token = randomUUID();
  readonly evidence: Evidence;
  readonly bookkeeper: Bookkeeper;
  readonly #parts: DeskParts;
  readonly #description: Description;
  readonly #forwarder: Forwarder;
  readonly #server: Server;
  readonly #ownWorlds = new OwnWorlds();
  readonly #ending = new AbortController();
  /** What the target may yet answer, by the clause that asked. */
  readonly #underWay = new Map<Promise<unknown>, string>();

  constructor(parts: DeskParts) {
    this.#parts = parts;
    this.#forwarder = new Forwarder(parts.url, parts.hasControlPlane);
    this.#description = new Description(parts.document);
    this.bookkeeper = new Bookkeeper(this.#description, parts.permissions, parts.apiKey);
    const secrets = [parts.apiKey, parts.adminToken].filter((secret) => secret !== undefined);
    this.evidence = new Evidence(secrets, secretNamesIn(parts.document));
    this.#server = createServer({ maxHeaderSize }, (request, response) => {
      this.#take(request, response).catch((error: unknown) => response.destroy(asError(error)));
    });
    // How long a request may take, the forwarder says.
    this.#server.requestTimeout = 0;
  }

  async listen(): Promise<string> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    const address = this.#server.address();
    if (typeof address !== "object" || address === null) throw new Error("the desk has no address");
    return `http://127.0.0.1:${address.port}`;
  }

  /** Nothing is taken any more, and what was opened is closed, also what the target was about to open. */
  async close(): Promise<void> {
    this.#ending.abort(new Error("the run has ended"));
    this.#server.close();
    await this.#closeFor();
    this.#server.closeAllConnections();
    await this.#forwarder.close();
    await this.#parts.codes?.close();
  }

  async #closeFor(clause?: string): Promise<void> {
    const awaited = [...this.#underWay].filter(([, of]) => clause === undefined || of === clause);
    await Promise.allSettled(awaited.map(([answer]) => answer));
    await this.bookkeeper.close((of, passed) => this.#send(of, passed), clause);
    const left = await this.#ownWorlds.delete((passed) => this.#forwarder.send(passed), this.#administrator, clause);
    for (const worldId of left) this.bookkeeper.leftBehind.push(`the world ${worldId} could not be deleted`);
  }

  /** What a real account's target puts off is sent again; nobody limits the run's own worlds. */
  #send(clause: string, passed: Passed): Promise<TargetAnswer | NoAnswer> {
    if (!this.#isReal(passed)) return this.#sendOnce(clause, clause, passed);
    return sentWithinLimits(
      () => this.#sendOnce(clause, undefined, passed),
      (answer) => isRateLimited(this.#description, passed, answer),
      { patienceMs: this.#parts.patienceMs ?? 0, signal: this.#ending.signal },
    );
  }

  async #sendOnce(clause: string, owner: string | undefined, passed: Passed): Promise<TargetAnswer | NoAnswer> {
    const answer = await this.evidence.of(clause, owner, passed, () => this.#forwarder.send(passed));
    if ("failure" in answer) return answer;
    for (const secret of undescribedSecrets(this.#description, passed, answer)) this.evidence.hide(secret, owner);
    return answer;
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    if (request.headers[deskHeaders.token] !== this.token || this.#ending.signal.aborted) {
      return say(response, "not-allowed", {
        needs: "interrupted",
        reason: "the desk is for the contracts of its run only",
      });
    }
    const clause = String(request.headers[deskHeaders.clause] ?? "");
    const path = request.url ?? "/";
    // Whatever else a request can name would lead away from the target.
    if (!path.startsWith("/")) return void response.writeHead(400).end();
    if (path === codePath) return this.#code(clause, body, response);
    if (path === deliveryPath) this.evidence.delivered(clause, parseJson(body.toString()));
    if (path === endPath) await this.#closeFor(clause);
    if (path === deliveryPath || path === endPath) return void response.writeHead(204).end();
    const headers = { ...passedOn(request.headers), ...(this.#isControl(path) && this.#administrator) };
    return this.#pass(clause, { method: request.method ?? "GET", path, headers, body }, response);
  }

  async #pass(clause: string, passed: Passed, response: ServerResponse): Promise<void> {
    const isReal = this.#isReal(passed);
    const refusal = isReal ? this.bookkeeper.refusal(passed) : undefined;
    if (refusal !== undefined) return say(response, "not-allowed", refusal);
    const asked = this.#asked(clause, passed, isReal);
    // Of all others nothing is left behind that would have to be closed.
    if (isReal || this.#makesWorlds(passed)) this.#underWay.set(asked, clause);
    const answer = await asked.finally(() => this.#underWay.delete(asked));
    if ("failure" in answer) return say(response, answer.failure, { needs: "target", reason: answer.reason });
    if (isReal && isRateLimited(this.#description, passed, answer))
      return say(response, "not-allowed", rateLimit(answer));
    response.writeHead(answer.status, passedBack(answer.headers)).end(answer.body);
  }

  async #asked(clause: string, passed: Passed, isReal: boolean): Promise<TargetAnswer | NoAnswer> {
    const send = (of: string, one: Passed) => this.#send(of, one);
    const answer = await (isReal ? this.bookkeeper.sent(send, clause, passed) : send(clause, passed));
    if (!("failure" in answer) && this.#makesWorlds(passed)) {
      for (const apiKey of this.#ownWorlds.made(answer, clause)) this.evidence.hide(apiKey, clause);
    }
    return answer;
  }

  #makesWorlds({ method, path }: Passed): boolean {
    return method === "POST" && path === "/sandbox/worlds" && this.#isControl(path);
  }

  #isControl(path: string): boolean {
    return this.#parts.hasControlPlane && path.startsWith("/sandbox/");
  }

  /** In a sandbox only the user's own account is anybody's: the others are the run's, or of no key at all. */
  #isReal({ path, headers }: Passed): boolean {
    const { hasControlPlane, apiKey } = this.#parts;
    if (this.#isControl(path) || this.#ownWorlds.has(headers["x-api-key"])) return false;
    return !hasControlPlane || (apiKey !== undefined && headers["x-api-key"] === apiKey);
  }

  /** Of a shared sandbox only its administrator makes worlds and sets routes; contracts need not know how. */
  get #administrator(): Readonly<Record<string, string>> {
    const { adminToken } = this.#parts;
    return adminToken === undefined ? {} : { authorization: `Bearer ${adminToken}` };
  }

  async #code(clause: string, body: Buffer, response: ServerResponse): Promise<void> {
    const { codes } = this.#parts;
    if (codes === undefined) {
      return say(response, "no-code", { needs: "mailbox", reason: "needs a way to the one-time code (--otp)" });
    }
    const asked = parseJson(body.toString());
    const text = (name: string) => String(valueAt(asked, [name]));
    const known = valueAt(asked, ["notThese"]);
    const notThese = Array.isArray(known) ? known.map(String) : [];
    const request = { withdrawId: text("withdrawId"), apiKey: text("apiKey"), sentAfter: text("sentAfter"), notThese };
    const gone = new AbortController();
    response.once("close", () => gone.abort(new Error("nobody waits for the code any more")));
    try {
      const code = await codes.code(request, AbortSignal.any([this.#ending.signal, gone.signal]));
      this.bookkeeper.book.mailed(request.withdrawId, code);
      this.evidence.hide(code, this.#parts.hasControlPlane ? clause : undefined);
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ code }));
    } catch (error) {
      say(response, "no-code", { needs: "mailbox", reason: asError(error).message });
    }
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
