import fc, { type Arbitrary } from "fast-check";
import type { Schema } from "../../src/spec/schema.ts";
import { propertiesOf } from "./documents.ts";

/** Values that a request's schema allows, most of them at its limits. Knows what the documents use, and no more. */
export function anyValue(schema: Schema): Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const objects = (schema.oneOf ?? []).filter((branch): branch is Schema => "properties" in branch);
  if (objects.length > 1) return fc.oneof(...objects.map(anyValue));
  // The other choice in the documents: a fixture by name or as a whole.
  if (schema.oneOf !== undefined) return anyFixture;
  const kinds = [schema.type ?? []].flat().map((type) => anyOfKind(type, schema));
  return fc.oneof(...kinds);
}

function anyOfKind(type: string, schema: Schema): Arbitrary<unknown> {
  switch (type) {
    case "null":
      return fc.constant(null);
    case "boolean":
      return fc.boolean();
    case "integer":
      return anyInteger(schema);
    case "number":
      return fc.constantFrom(Number.MIN_VALUE, 0.001, 1, 60, 1_000_000);
    case "string":
      return anyText(schema);
    case "array":
      return fc.constant(["charge.paid", "withdraw.completed"]);
    default:
      return anyObject(schema);
  }
}

function anyInteger({ minimum = 0, maximum = Number.MAX_SAFE_INTEGER }: Schema): Arbitrary<number> {
  return fc.oneof(
    fc.constantFrom(minimum, maximum, Math.floor(maximum / 2)),
    fc.integer({ min: minimum, max: Math.min(maximum, 10_000_000) }),
  );
}

/** By the forms that the documents know: durations, instants, addresses, digits, times of day; else any characters. */
function anyText({ minLength = 0, maxLength = 100, format, pattern = "" }: Schema): Arbitrary<string> {
  if (format === "date-time") return fc.constantFrom(...instants);
  if (format === "email") return fc.constantFrom("a@example.com", `${"a".repeat(64)}@${"b".repeat(60)}.com`);
  if (pattern.startsWith("^P")) return fc.constantFrom(...durations);
  if (pattern === "^[0-9]{6}$") return fc.constantFrom("000000", "482915", "999999");
  if (pattern === "^[0-9]{14}$") return fc.constantFrom("00000000000000", "11222333000181", "99999999999999");
  if (pattern.includes("[0-5][0-9]$")) return fc.constantFrom("00:00", "02:30", "23:59");
  // Only URLs have this length: those of webhooks and the targets of routes.
  if (maxLength === 2_048) return fc.constantFrom(...urls);
  const names = fc.constantFrom(
    "default",
    "no-such-fixture",
    "UTC",
    "+14:00",
    "America/Sao_Paulo",
    "Etc/Nowhere",
    "__proto__",
  );
  const printable = fc.string({ unit: "grapheme", minLength, maxLength: Math.min(maxLength, 40) });
  const longest = fc.constantFrom("a", "\u{1f600}").map((character) => character.repeat(maxLength));
  return fc.oneof(names, printable, longest).filter((text) => !/[\p{Cc}\p{Cs}]/u.test(text));
}

function anyObject(schema: Schema): Arbitrary<unknown> {
  const { required = [], minProperties = 0, maxProperties = 20, additionalProperties } = schema;
  if (typeof additionalProperties === "object" && !("$ref" in additionalProperties)) {
    return fc.dictionary(fc.constantFrom(...hosts), anyValue(additionalProperties), { maxKeys: maxProperties });
  }
  const model = Object.fromEntries(propertiesOf(schema).map(([name, property]) => [name, anyValue(property)]));
  return fc.record(model, { requiredKeys: required }).filter((value) => {
    const size = Object.keys(value).length;
    return size >= minProperties && size <= maxProperties;
  });
}

/** Nothing listens at port 9 of this machine, and the sandbox connects to routes only. */
const urls = [
  ...["https://hooks.acme.dev/saldo", "https://hooks.acme.dev", "http://127.0.0.1:9", "http://[::1]:9"],
  ...["http://localhost/", "ftp://hooks.acme.dev", "no url"],
  `https://hooks.acme.dev/${"a".repeat(2_000)}`,
];
const hosts = ["hooks.acme.dev", "HOOKS.ACME.DEV.", "127.1", "[::1]", "constructor", "a b", "\u{1f600}.dev"];
const instants = [
  "0000-01-01T00:00:00Z",
  "1969-12-31T23:59:59.999Z",
  "2026-03-02T12:00:00.1Z",
  "9999-12-31T23:59:59.999Z",
];
const exactDurations = [
  ...["PT0S", "P0D", "PT0.001S", "PT5M", "P30D", "P36525D", "P36526D", "P99999W", "PT9999999999.999S"],
];
const calendarDurations = ["P1M", "P999Y", "P9999M", "P99Y11M30DT23H"];
const noDurations = ["PT", "P.", "P1", "PT1M1M", "P1H", `P${"9".repeat(46)}Y`, `PT0.${"0".repeat(40)}1S`];
const durations = [...exactDurations, ...calendarDurations, ...noDurations];
const anyFixture = fc.oneof(
  fc.constantFrom<unknown>("default", "no-retention", "../default", "__proto__", "\u{1f600}"),
  fc.object({
    key: fc.constantFrom("name", "settings", "companies", "retention", "constructor", "balance"),
    maxDepth: 4,
  }),
  fc.record({ companies: fc.array(fc.object({ maxDepth: 2 }), { minLength: 1, maxLength: 3 }) }),
);
