import { parseJson } from "../judge/json.ts";
import type { Response } from "../trace/trace.ts";
import { Forwarder, type Passed } from "./forward.ts";

/** The only way to the target. */
export class Gate {
  readonly #forwarder: Forwarder;

  constructor(url: string) {
    this.#forwarder = new Forwarder(url);
  }

  async send(passed: Passed): Promise<{ readonly response: Response | undefined; readonly failure?: string }> {
    const answer = await this.#forwarder.send(passed);
    if ("failure" in answer) return { response: undefined, failure: answer.reason };
    const text = answer.body.toString();
    return { response: { status: answer.status, headers: answer.headers, text, json: parseJson(text) } };
  }

  close(): Promise<void> {
    return this.#forwarder.close();
  }
}
