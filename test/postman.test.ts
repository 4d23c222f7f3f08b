import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import type { Collection, Folder, Item } from "../scripts/postman-format.ts";
import { loadDocument } from "../src/spec/document.ts";
import { eventStreamType, listOperations } from "../src/spec/operations.ts";
import { startSandbox } from "../src/testing/start-sandbox.ts";

const file = new URL("../examples/postman/saldo.postman_collection.json", import.meta.url);
const collection: Collection = JSON.parse(readFileSync(file, "utf8"));
const [session, ...documents] = collection.item;

function requestsIn({ item }: Folder): readonly Item[] {
  return item.flatMap((one) => ("item" in one ? requestsIn(one) : [one]));
}

/** Sends requests as Postman does, as far as the collection needs it, and runs its scripts. */
class Player {
  readonly variables = new Map(collection.variable.map(({ key, value }) => [key, value]));
  readonly passed: string[] = [];

  constructor(url: string, apiKey: string) {
    this.variables.set("baseUrl", url).set("apiKey", apiKey);
  }

  filled(text: string): string {
    return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
      const value = this.variables.get(name);
      if (value === undefined) throw new Error(`the collection has no variable ${name}`);
      return value;
    });
  }

  async send({ request, event = [] }: Item): Promise<{ status: number; body: unknown }> {
    const headers = new Headers();
    const auth = request.auth ?? collection.auth;
    if (auth.type === "apikey") {
      const { key = "", value = "" } = Object.fromEntries(auth.apikey.map((one) => [one.key, one.value]));
      headers.set(key, this.filled(value));
    }
    for (const { key, value, disabled } of request.header) if (!disabled) headers.set(key, this.filled(value));
    const body = request.body === undefined ? null : this.filled(request.body.raw);
    const response = await fetch(this.filled(request.url.raw), { method: request.method, headers, body });
    const text = await response.text();
    for (const { script } of [...collection.event, ...event]) this.#run(script.exec.join("\n"), response, text);
    return { status: response.status, body: text === "" ? null : JSON.parse(text) };
  }

  #run(code: string, { status, headers }: Response, text: string): void {
    const pm = {
      response: { code: status, headers, json: () => JSON.parse(text) },
      collectionVariables: { set: (name: string, value: string) => this.variables.set(name, value) },
      expect: (value: number) => ({ to: { be: { below: (limit: number) => expect(value).toBeLessThan(limit) } } }),
      test: (name: string, check: () => void) => {
        check();
        this.passed.push(name);
      },
    };
    runInNewContext(code, { pm });
  }
}

describe("the collection for Postman", () => {
  test("plays the session of the README from top to bottom", async () => {
    await using sandbox = await startSandbox();
    const player = new Player(sandbox.url, sandbox.apiKey);
    const bodies: unknown[] = [];
    for (const item of session?.item ?? []) if ("request" in item) bodies.push((await player.send(item)).body);
    expect(player.passed).toEqual(Array(6).fill("succeeds"));
    expect(bodies[3]).toMatchObject({ data: { withdrawId: player.variables.get("withdrawId"), status: "APPROVED" } });
    expect(bodies.at(-1)).toMatchObject({ data: { balance: 125_000, reservedBalance: 0 } });
  });

  test("has every operation of the documents once, but for streams, which never end", () => {
    const described = (["interface", "control"] as const).map((name) =>
      listOperations(loadDocument(name).dereferenced)
        .filter(({ responses }) => !responses.some(({ contentType }) => contentType === eventStreamType))
        .map(({ method, path }) => {
          const prefix = name === "control" ? "/sandbox" : "";
          return `${method} ${prefix}${path.replaceAll(/\{\w+\}/g, "…")}`;
        }),
    );
    const held = documents.map((folder) =>
      requestsIn(folder).map(({ request: { method, url } }) => {
        const [path = ""] = url.raw.replace("{{baseUrl}}", "").split("?");
        return `${method} ${path.replaceAll(/\{\{\w+\}\}/g, "…")}`;
      }),
    );
    expect(held.map((names) => names.toSorted())).toEqual(described.map((names) => names.toSorted()));
  });

  test("sends nothing that the sandbox takes for a mistake of form", async () => {
    await using sandbox = await startSandbox();
    const player = new Player(sandbox.url, sandbox.apiKey);
    const statuses = new Map<string, number>();
    for (const item of documents.flatMap(requestsIn)) {
      statuses.set(item.name, (await player.send(item)).status);
    }
    const wrong = [...statuses].filter(([, status]) => ![200, 201, 202, 204, 403, 404, 409, 422].includes(status));
    expect(wrong).toEqual([]);
    expect([...statuses.values()].filter((status) => status < 300).length).toBeGreaterThan(50);
  });
});
