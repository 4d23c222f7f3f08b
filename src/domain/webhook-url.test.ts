import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { specialAddressKind } from "./address.ts";
import { hostOf, type WebhookUrlRule, webhookUrlRefusal, webhookUrlRules } from "./webhook-url.ts";

interface Vector {
  readonly url: string;
  readonly verdict: "accept" | "reject";
  /** `literal`: the interface's own words say so; `intent`: what they are meant for says so. */
  readonly reading: "literal" | "intent";
  readonly rule?: WebhookUrlRule;
  readonly why: string;
}

const vectorsUrl = new URL("../../fixtures/vectors/webhook-urls.json", import.meta.url);
const vectors: readonly Vector[] = JSON.parse(readFileSync(vectorsUrl, "utf8"));
const rejected = vectors.filter(({ verdict }) => verdict === "reject");
const accepted = vectors.filter(({ verdict }) => verdict === "accept");
const rulesOfEveryPolicy: readonly unknown[] = ["malformed", "scheme", "credentials"];

describe("the strict policy", () => {
  it.each(rejected)("refuses $url ($rule): $why", ({ url, rule }) => {
    expect(webhookUrlRefusal(url, "strict")?.rule).toBe(rule);
  });

  it.each(accepted)("takes $url: $why", ({ url }) => {
    expect(webhookUrlRefusal(url, "strict")).toBeNull();
  });

  it("is tried with every rule, and with each URL once", () => {
    expect(new Set(rejected.map(({ rule }) => rule))).toEqual(new Set(webhookUrlRules));
    expect(rejected.length + accepted.length).toBe(vectors.length);
    expect(new Set(vectors.map(({ url }) => url)).size).toBe(vectors.length);
  });
});

it.each(vectors)("the policy any refuses $url only if no client could post there", ({ url, rule }) => {
  const refusal = webhookUrlRefusal(url, "any");
  expect(refusal?.rule ?? null).toBe(rulesOfEveryPolicy.includes(rule) ? rule : null);
});

describe("the reason of a refusal", () => {
  const long = "a".repeat(61);
  it.each([
    { url: "pix", reason: "it cannot be read as an absolute URL" },
    { url: "http://10..1.br/", reason: "10..1.br is not a host that can exist" },
    { url: "FTP://a.br/", reason: "its scheme is ftp, and only http and https are allowed" },
    { url: "http://u:secret@a.br/", reason: "it has a user name or a password" },
    { url: "http://LOCALHOST./", reason: "localhost is the machine itself" },
    { url: "http://0xa000001/", reason: "10.0.0.1 is a private address" },
    { url: "http://[::ffff:a00:1]/", reason: "10.0.0.1 is a private address" },
    { url: "http://[0:0::1]/", reason: "::1 is a loopback address" },
    { url: "http://0/", reason: "0.0.0.0 is an unspecified address" },
    { url: "http://[fd00::1]/", reason: "fd00::1 is a unique-local address" },
    { url: "http://[4000::1]/", reason: "4000::1 is an unassigned address" },
    { url: "http://100.64.0.1/", reason: "100.64.0.1 is a shared carrier address" },
    { url: "http://impressora.LOCAL/", reason: "it is on the reserved domain .local" },
    { url: "http://a.home.arpa/", reason: "it is on the reserved domain home.arpa" },
    { url: "http://hooks.example.com/", reason: "it is on the reserved domain example.com" },
    { url: "http://erp./", reason: "erp is a name without a dot" },
    { url: "http://10.0.0.1.nip.io/", reason: "it is on nip.io, whose names lead to private addresses" },
    { url: `http://${long}/`, reason: `${long.slice(1)}… is a name without a dot` },
    { url: `${long}:pix`, reason: `its scheme is ${long.slice(1)}…, and only http and https are allowed` },
  ])("of $url is that $reason", ({ url, reason }) => {
    expect(webhookUrlRefusal(url, "strict")?.reason).toBe(reason);
  });

  it("never repeats a password", () => {
    for (const { url } of rejected) expect(webhookUrlRefusal(url, "strict")?.reason).not.toContain("secret");
  });
});

it.each([
  { url: "http://HOOKS.acme.dev.../", host: "hooks.acme.dev" },
  { url: "http://012.1../", host: "10.0.0.1" },
  { url: "http://[::0:1]:80/", host: "[::1]" },
  { url: `http://${"a".repeat(63)}.${"b".repeat(63)}.${"c".repeat(63)}.${"d".repeat(61)}/`, host: /^.{253}$/ },
  { url: `http://${"a".repeat(63)}.${"b".repeat(63)}.${"c".repeat(63)}.${"d".repeat(62)}/`, host: null },
  { url: "http://a..b/", host: null },
  { url: "http://1.2.3.4.5../", host: null },
])("the host of a URL $url is $host", ({ url, host }) => {
  const is = hostOf(new URL(url));
  if (host instanceof RegExp) expect(is).toMatch(host);
  else expect(is).toBe(host);
});

const special = ["10.0.0.0", "172.16.0.0", "192.168.0.0", "127.0.0.0", "169.254.0.0", "100.64.0.0", "224.0.0.0"];
const near = fc
  .tuple(fc.constantFrom(...special), fc.integer({ min: -9, max: 70_000 }))
  .map(([start, offset]) => start.split(".").reduce((number, part) => number * 256 + Number(part), 0) + offset);

it("whatever its spelling, an IPv4 address is refused or taken by the block that it is in", () => {
  const spelled = fc
    .oneof(fc.nat({ max: 2 ** 32 - 1 }), near)
    .chain((number) => fc.tuple(fc.constant(number), urlTo(number)));
  fc.assert(
    fc.property(spelled, ([number, url]) => {
      const kind = specialAddressKind(dotted(number));
      const rule = kind === "private" ? "private-address" : "special-address";
      expect(webhookUrlRefusal(url, "strict")?.rule).toBe(kind === null ? undefined : rule);
    }),
    { numRuns: 5_000 },
  );
});

describe("whatever is in front of it,", () => {
  const label = fc.stringMatching(/^[a-z][a-z0-9]{0,10}$/);
  const labels = fc.array(label, { minLength: 1, maxLength: 8 });
  const dots = fc.constantFrom("", ".", "..", "...");

  it.each([
    ...["example.com", "example.net", "example.org", "test", "local", "localhost", "invalid", "example", "onion"],
    ...["alt", "home.arpa", "internal", "arpa", "in-addr.arpa", "テスト", "إختبار", "δοκιμή", "испытание"],
    ...["테스트", "测试", "測試", "परीक्षा", "பரிட்சை", "آزمایشی", "טעסט"],
  ])("the reserved domain %s is refused, in any case", (domain) => {
    fc.assert(
      fc.property(labels, dots, fc.infiniteStream(fc.boolean()), (front, end, upper) => {
        const url = `https://${inAnyCase(`${front.join(".")}.${domain}`, upper)}${end}/`;
        expect(webhookUrlRefusal(url, "strict")?.rule).toBe("reserved-domain");
      }),
    );
  });

  const privateNames = "nip.io sslip.io xip.io localtest.me lvh.me vcap.me lacolhost.com fuf.me localho.st".split(" ");
  it.each(privateNames)("%s is refused as a name of private addresses", (domain) => {
    fc.assert(
      fc.property(labels, dots, (front, end) => {
        expect(webhookUrlRefusal(`http://${front.join(".")}.${domain}${end}`, "strict")?.rule).toBe("private-name");
      }),
    );
  });

  it.each(["example.com", "test", "local", "internal", "nip.io"])("%s within a label says nothing", (domain) => {
    fc.assert(
      fc.property(labels, label, (front, start) => {
        expect(webhookUrlRefusal(`https://${front.join(".")}.${start}${domain}`, "strict")).toBeNull();
        expect(webhookUrlRefusal(`https://${front.join(".")}.${domain}.com.br`, "strict")).toBeNull();
      }),
      { examples: [[["minha"], "loja"]] },
    );
  });
});

describe("of any text at all", () => {
  const pieces = fc.constantFrom(
    ..."http https ftp : / // \\ @ # ? [ ] . .. % %2e %00 0x 10.0.0.1 ::1 ::ffff: localhost example.com".split(" "),
    ..."a é 。 \u00ad xn-- 99999 nip.io".split(" "),
    ...["\ud800", "\t", " "],
  );
  const likely = fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join(""));
  const anything = fc.oneof(
    ...[fc.string({ unit: "binary" }), fc.webUrl(), likely, likely.map((text) => `http://${text}`)],
  );

  it("something is said, in a short clause, and strictness only refuses more", () => {
    fc.assert(
      fc.property(anything, (text) => {
        const strict = webhookUrlRefusal(text, "strict");
        const any = webhookUrlRefusal(text, "any");
        if (any !== null) expect(strict).toEqual(any);
        for (const refusal of [strict, any]) expect(refusal?.reason ?? "x").toMatch(/^[\x20-\x7e…]{1,130}(?<!\.)$/);
      }),
      { numRuns: 10_000 },
    );
  });

  it("what is taken has a host, and is taken again in the parser's spelling", () => {
    fc.assert(
      fc.property(anything, (text) => {
        fc.pre(webhookUrlRefusal(text, "strict") === null);
        expect(webhookUrlRefusal(new URL(text).href, "strict")).toBeNull();
        expect(new URL(text).hostname).toContain(new URL(text).hostname.startsWith("[") ? ":" : ".");
      }),
    );
  });

  it("a host of very many dots takes no longer than another of its length", () => {
    // In time that grows with the square of the length this would take longer than a test can.
    expect(webhookUrlRefusal(`http://${".".repeat(1_000_000)}a/`, "strict")?.rule).toBe("malformed");
  });
});

/** URLs to an IPv4 address: in one to four numbers of any radix, disguised in some way, or within IPv6. */
function urlTo(address: number): fc.Arbitrary<string> {
  const mapped = fc
    .tuple(fc.constantFrom("::ffff:", "0:0:0:0:0:ffff:", "::FFFF:", "0000::0000:ffff:"), fc.boolean())
    .map(([prefix, hex]) => `[${prefix}${hex ? inHex(address) : dotted(address)}]`);
  const numbers = fc
    .tuple(fc.integer({ min: 1, max: 4 }), fc.array(spelling, { minLength: 4, maxLength: 4 }))
    .map(([count, spellings]) =>
      split(address, count)
        .map((part, index) => spellings[index]?.(part))
        .join("."),
    );
  const disguised = fc
    .tuple(numbers, disguise, fc.constantFrom("", ".", "..", "%2e", "。"))
    .map(([host, as, end]) => as(host) + end);
  const start = fc.constantFrom("http://", "HTTPS://", "http:/\\");
  const end = fc.constantFrom("", "/", ":8080/pix", "?a#b");
  return fc.tuple(start, fc.oneof(mapped, disguised, disguised), end).map((parts) => parts.join(""));
}

const spelling = fc.constantFrom<((part: number) => string)[]>(
  (part) => `${part}`,
  (part) => `0x${part.toString(16)}`,
  (part) => `0X${part.toString(16).toUpperCase()}`,
  (part) => `0x000${part.toString(16)}`,
  (part) => `0${part.toString(8)}`,
  (part) => `000${part.toString(8)}`,
);

const disguise = fc.constantFrom<((host: string) => string)[]>(
  (host) => host,
  (host) => host.replaceAll(/\d/g, (digit) => `%3${digit}`),
  (host) => host.replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
  (host) => host.replaceAll(".", "。"),
  (host) => [...host].join("\u00ad"),
  (host) => [...host].join("\n"),
);

/** 10.0.0.1 in two parts is 10 and 1: the last part takes all the bytes that are left. */
function split(address: number, count: number): number[] {
  const bytes = dotted(address).split(".").map(Number);
  return [...bytes.slice(0, count - 1), address % 2 ** (8 * (5 - count))];
}

function dotted(address: number): string {
  return [24, 16, 8, 0].map((bits) => (address >>> bits) & 255).join(".");
}

function inHex(address: number): string {
  return `${(address >>> 16).toString(16)}:${(address & 0xffff).toString(16)}`;
}

function inAnyCase(text: string, upper: Iterator<boolean>): string {
  return [...text].map((each) => (upper.next().value ? each.toUpperCase() : each)).join("");
}
