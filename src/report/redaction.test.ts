import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Redaction } from "./redaction.ts";

const secret = 'sk "live"\\x/y z';

describe("a secret value", () => {
  const redaction = new Redaction([secret, "ana@example.com", "São 😀"]);

  it.each([
    ["as it is", `key=${secret}.`, "key=[redacted]."],
    ["escaped in JSON", JSON.stringify({ note: `a ${secret} b` }), '{"note":"a [redacted] b"}'],
    ["escaped in a text that is no JSON", `got ${JSON.stringify(secret)}!`, 'got "[redacted]"!'],
    ["encoded for a URL", `/x?k=${encodeURIComponent(secret)}&z=1`, "/x?k=[redacted]&z=1"],
    [
      "encoded as a form",
      new URLSearchParams({ k: secret, e: "ana@example.com" }).toString(),
      "k=[redacted]&e=[redacted]",
    ],
    ["encoded in lower case", "S%c3%a3o%20%f0%9f%98%80", "[redacted]"],
    ["with needless escapes", '{"a":"an\\u0061\\u0040example.com"}', '{"a":"[redacted]"}'],
    ["with halves of a character escaped", "S\\u00E3o \\ud83d\\uDE00", "[redacted]"],
    ["as a name", '{"ana@example.com": 1}', '{"[redacted]": 1}'],
    ["in JSON within JSON", JSON.stringify({ body: JSON.stringify([secret]) }), '{"body":"[\\"[redacted]\\"]"}'],
  ])("is replaced %s", (_, text, shown) => {
    expect(redaction.text(text)).toBe(shown);
  });

  it("is replaced everywhere, also where two of them overlap", () => {
    const both = new Redaction(["abcd1234", "1234efgh", "😀😀😀"]);
    expect(both.text("abcd1234 abcd1234efgh abcd")).toBe("[redacted] [redacted] abcd");
    expect(new Redaction(["abcdefgh", "abcd"]).text("<abcdefgh>")).toBe("<[redacted]>");
    expect(both.text("😀😀😀😀 end")).toBe("[redacted] end");
  });

  it("takes a number of JSON as a whole, so that it stays JSON", () => {
    const code = new Redaction(["482915"]);
    expect(code.text('{"a": 482915, "b": 94829150, "c": 482}')).toBe(
      '{"a": "[redacted]", "b": "[redacted]", "c": 482}',
    );
  });

  it("is ignored when it is shorter than 4 characters", () => {
    expect(new Redaction(["", "a", "abc"]).text("a abc")).toBe("a abc");
  });

  it("can become known later", () => {
    const later = new Redaction();
    expect(later.text("482915")).toBe("482915");
    later.add("482915");
    expect(later.text("the code 482915")).toBe("the code [redacted]");
  });

  it("never comes through, and what it comes with stays JSON", () => {
    const value = fc.string({ minLength: 4, unit: "binary" }).filter((text) => !"<[redacted]>".includes(text));
    fc.assert(
      fc.property(value, fc.jsonValue(), (hidden, around) => {
        const shown = new Redaction([hidden]).text(JSON.stringify({ zz: hidden, list: [around, `<${hidden}>`] }));
        expect(JSON.parse(shown).zz).toBe("[redacted]");
        expect(JSON.parse(shown).list[1]).not.toContain(hidden);
      }),
    );
  });
});

describe("a secret name", () => {
  const redaction = new Redaction();

  it.each(["otpCode", "secret", "apiKey", "pixKey", "email", "phone", "document"])(
    "hides the JSON property %s",
    (name) => {
      const text = `{ "a": [ { "${name}" : "x" } ], "${name}": {"deep": [1, {}]}, "${name}": 12, "z": "${name}" }`;
      expect(redaction.text(text)).toBe(
        `{ "a": [ { "${name}" : "[redacted]" } ], "${name}": "[redacted]", "${name}": "[redacted]", "z": "${name}" }`,
      );
    },
  );

  it("hides headers, and values in the others", () => {
    const known = new Redaction(["ana@example.com"]);
    expect(
      known.headers({
        "X-Api-Key": "k",
        authorization: "Bearer t",
        Cookie: "a=b",
        "set-cookie": "a=b",
        "x-webhook-signature": "00ff",
        "x-from": "<ana@example.com>",
        accept: "*/*",
      }),
    ).toEqual({
      "X-Api-Key": "[redacted]",
      authorization: "[redacted]",
      Cookie: "[redacted]",
      "set-cookie": "[redacted]",
      "x-webhook-signature": "[redacted]",
      "x-from": "<[redacted]>",
      accept: "*/*",
    });
  });

  it("can be added; how it is written does not matter", () => {
    const more = new Redaction();
    more.addName("one_time-Code");
    expect(more.text('{"oneTimeCode":"1","OTP_CODE":"2","other":"3"}')).toBe(
      '{"oneTimeCode":"[redacted]","OTP_CODE":"[redacted]","other":"3"}',
    );
    expect(more.headers({ "One-Time-Code": "1" })).toEqual({ "One-Time-Code": "[redacted]" });
  });

  it("shows that there is nothing", () => {
    expect(redaction.text('{"email": null}')).toBe('{"email": null}');
  });

  it("is found in a document that a string holds", () => {
    expect(redaction.text('{"requestBody":"{\\"otpCode\\":\\"1\\",\\"n\\":1.0}"}')).toBe(
      '{"requestBody":"{\\"otpCode\\":\\"[redacted]\\",\\"n\\":1.0}"}',
    );
  });

  it("is found in JSON that ends anywhere", () => {
    const json = JSON.stringify({ a: 1, secret: ["481516", { b: "481516" }], email: "481516@example.com" });
    for (let length = 0; length < json.length; length += 1) {
      expect(redaction.beginning(json.slice(0, length))).not.toContain("4");
    }
    expect(redaction.beginning(json.slice(0, -3))).toBe('{"a":1,"secret":"[redacted]","email":"[redacted]"');
  });

  it("means nothing in a text that is no JSON", () => {
    expect(redaction.text("email: none, secret of the trade")).toBe("email: none, secret of the trade");
  });
});

describe("whatever is no secret", () => {
  it("stays as it was, to the character", () => {
    const text = '{\n\t"big": 12345678901234567890, "exact":1.0e+2 ,"twice":1,"twice":2, "\\u0061\\/":"\\u00e9" }\n';
    expect(new Redaction(["something else"]).text(text)).toBe(text);
  });

  it("stays as it was in any JSON", () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(new Redaction(["\u0001 never there \u0001"]).text(text)).toBe(text);
      }),
    );
  });
});

it("secrets are learned from a body that is nested deeper than calls can be", () => {
  const redaction = new Redaction();
  redaction.learn(JSON.parse(`${"[".repeat(100_000)}{"secret":"whsec_0123456789"}${"]".repeat(100_000)}`));
  expect(redaction.text("it is whsec_0123456789")).toBe("it is [redacted]");
});
