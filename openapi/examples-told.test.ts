import SwaggerParser from "@apidevtools/swagger-parser";
import { describe, expect, test } from "vitest";
import { isObject, type Json, type JsonObject } from "../scripts/assumptions.ts";
import { isRejection, type Rejection, rejectionMessage, rejectionTypes } from "../src/domain/rejection.ts";
import { webhookUrlRefusal } from "../src/domain/webhook-url.ts";
import { contentsOf, members } from "./facts.ts";

interface Told {
  readonly place: string;
  readonly type: string;
  readonly told: Json | undefined;
  readonly fields: JsonObject;
}

/** What the examples of a document say, with the data that they say it of. */
async function examplesOf(name: string): Promise<Told[]> {
  const path = new URL(name, import.meta.url).pathname;
  const { components }: JsonObject = JSON.parse(JSON.stringify(await SwaggerParser.dereference(path)));
  const responses = isObject(components) ? members(components.responses) : [];
  return responses.flatMap(([response, node]) =>
    contentsOf(node).flatMap(({ examples }) =>
      members(examples).flatMap(([type, { value }]) => {
        if (!isObject(value)) return [];
        const told = value.detail ?? value.message;
        return [{ place: `${response} ${type}`, type, told, fields: isObject(value.data) ? value.data : value }];
      }),
    ),
  );
}

/** Instants are text on the wire and numbers in the domain; why a URL is refused is told in the message alone. */
function rejectionOf({ type, fields }: Told): Rejection | null {
  const { otpExpiresAt, url, rule } = fields;
  const inDomain = typeof otpExpiresAt === "string" ? { otpExpiresAt: Date.parse(otpExpiresAt) } : {};
  const refusal = typeof url === "string" ? webhookUrlRefusal(url, "strict") : null;
  const why = refusal !== null && refusal.rule === rule ? { reason: refusal.reason } : {};
  const rejection = { ...fields, ...inDomain, ...why, type };
  // The examples fit their schemas, which another test checks, so one of a rejection's type has its fields.
  return isRejection(rejection) ? rejection : null;
}

/** Refusals of what the sandbox tells itself; no client hears of them. */
const internal: ReadonlySet<string> = new Set<Rejection["type"]>(["attempt-not-awaited", "no-call-fault"]);

const examples = (await Promise.all(["interface.yaml", "control.yaml"].map(examplesOf))).flat();
const refusals = examples.flatMap((example) => {
  const rejection = rejectionOf(example);
  return rejection === null ? [] : [{ ...example, rejection }];
});

describe("an example of a refusal", () => {
  test.each(refusals)("$place says what the server says", ({ told, rejection }) => {
    expect(told).toBe(rejectionMessage(rejection));
  });

  test("is there for each refusal that the domain makes", () => {
    const told = rejectionTypes.filter((type) => !internal.has(type));
    expect(told.filter((type) => !refusals.some((each) => each.type === type))).toEqual([]);
  });
});
