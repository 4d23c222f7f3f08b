import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { longestBody } from "./html-evidence.ts";
import { htmlReport } from "./html-report.ts";
import { htmlStyle } from "./html-style.ts";
import { hostile, sampleExchange, sampleReport, sampleResult } from "./testing/sample-report.ts";
import { type Element, elementsOf, readWellFormed } from "./testing/well-formed.ts";
import { verdictKinds } from "./verdict.ts";

const page = htmlReport(sampleReport());
const root = readWellFormed(page);

function allElements(element: Element): readonly Element[] {
  return element.children.flatMap((child) => [child, ...allElements(child)]);
}

function withId(id: string, of = root): Element {
  const found = allElements(of).find(({ attributes }) => attributes.id === id);
  if (found === undefined) throw new Error(`nothing has the id ${id}`);
  return found;
}

function texts(element: Element, name: string): readonly string[] {
  return elementsOf(element, name).map(({ text }) => text.trim());
}

describe("the HTML report", () => {
  it("needs nothing from elsewhere, and forbids itself to ask for it", () => {
    const elements = allElements(root);
    const foreign = elements.filter(({ name }) =>
      ["script", "link", "img", "iframe", "object", "base", "form"].includes(name),
    );
    expect(foreign).toEqual([]);
    const links = elements.flatMap(({ attributes }) => [attributes.href ?? [], attributes.src ?? []].flat());
    expect(links.filter((link) => !link.startsWith("#"))).toEqual([]);
    expect(htmlStyle).not.toMatch(/url\(|@import/);
  });

  it("has a policy that allows its one style, and nothing else", () => {
    const policy = elementsOf(root, "meta").find((meta) => meta.attributes["http-equiv"] === "Content-Security-Policy");
    const [style] = elementsOf(root, "style");
    const hash = createHash("sha256")
      .update(style?.text ?? "")
      .digest("base64");
    expect(policy?.attributes.content).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`,
    );
    const attributes = allElements(root).flatMap((element) => Object.keys(element.attributes));
    expect(attributes.filter((name) => name === "style" || name.startsWith("on"))).toEqual([]);
  });

  it("says in its head what was looked at, what came of it, how time passed and what it cost", () => {
    const [head] = elementsOf(root, "header");
    if (head === undefined) throw new Error("there is no head");
    expect(texts(head, "h1")).toEqual(["https://payouts.example/v1?a=1&b=<2>"]);
    expect(head.text).toContain("The suite itself failed");
    expect(texts(head, "li")).toEqual([
      "4 ✓ held",
      "2 ✗ broken",
      "2 ≠ observed",
      "3 ? could not run",
      "1 – opted out",
      "1 ! suite error",
    ]);
    expect(head.text).toContain("Time really passed, with patience for 6 min");
    expect(head.text).toContain("R$ 20.00 spent of R$ 50.00");
  });

  it("shows documented and assumed clauses in sections of their own, by area", () => {
    expect(texts(root, "h3")).toEqual(["Documented clauses", "Assumed clauses"]);
    expect(texts(root, "h4")).toEqual([
      ...["balance 2 held", "otp 1 held, 1 broken", "fees 1 broken", "webhooks 2 could not run, 1 opted out"],
      ...["holds 1 could not run", "withdrawals 1 suite error"],
      ...["withdrawals 1 observed", "balance 1 observed", "errors 1 held"],
    ]);
  });

  it("opens a clause to its reason, observations and evidence", () => {
    const broken = withId("clause-otp.expired-is-refused");
    expect(broken.text).toContain("fifth line");
    expect(broken.text).toContain("Section: States and transitions: Withdrawal · Time was waited out.");
    expect(broken.text).toContain("POST /account-balance/withdraw?trace=a&b=<i>\ncontent-type: application/json");
    expect(broken.text).toContain('"large": 12345678901234567890\n}');
    expect(broken.text).toContain("no answer within 30 s");
    expect(broken.text).toContain("answered 200");
    expect(elementsOf(broken, "details")[0]?.attributes.open).toBe("open");
    const observed = withId("clause-withdrawals.status-at-refusal");
    expect(observed.text).toContain("422 was expected, 400 came.");
    expect(elementsOf(observed, "details")[0]?.attributes.open).toBeUndefined();
    expect(withId("clause-fees.floor").text).toContain("Known to be broken: Issue 12 of theirs, <soon> mended");
  });

  it("cuts long bodies, and says so", () => {
    const { text } = withId("clause-balance.held-is-not-free");
    expect(text).toContain("x".repeat(longestBody));
    expect(text).not.toContain("the end");
    expect(text).toContain(`Cut here: ${5_007 - longestBody} more characters are in the JSON report.`);
  });

  it("tells all else that a report can have", () => {
    for (const title of [
      "What is broken",
      "Stale in the baseline: not broken any more",
      "Overview",
      "What could not run",
      "What was opted out",
      "Where the target differs from what is assumed",
      "What is known to be broken",
      "Real money",
      "What is left behind",
      "Clauses",
    ]) {
      expect(texts(root, "h2")).toContain(title);
    }
    expect(htmlReport(sampleReport({ suiteErrors: ["out of memory"] }))).toContain("out of memory");
  });

  it("is a sound page: each id once, each link to one of them, headings in order, heads of tables with a scope", () => {
    const elements = allElements(root);
    const ids = elements.flatMap(({ attributes }) => attributes.id ?? []);
    expect(new Set(ids).size).toBe(ids.length);
    const named = elements.flatMap(({ attributes }) => [
      ...(attributes.href === undefined ? [] : [attributes.href.slice(1)]),
      ...(attributes["aria-labelledby"] ?? []),
    ]);
    expect(elements.flatMap(({ attributes }) => attributes["aria-labelledby"] ?? []).length).toBeGreaterThan(5);
    expect(named.filter((id) => id.length > 1 && !ids.includes(id))).toEqual([]);
    const levels = elements.flatMap(({ name }) => /^h([1-6])$/.exec(name)?.[1] ?? []).map(Number);
    expect(levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1)).toEqual([]);
    expect(elementsOf(root, "th").filter(({ attributes }) => attributes.scope === undefined)).toEqual([]);
  });

  it("shows what a target says, and does nothing of it", () => {
    const exchange = {
      ...sampleExchange,
      method: hostile,
      path: hostile,
      requestHeaders: { odd: hostile },
      error: hostile,
    };
    const results = verdictKinds.map((kind) =>
      sampleResult(
        `odd.${kind}`,
        { kind, reason: hostile, observations: [{ clause: hostile, text: hostile }] },
        {
          known: hostile,
          exchanges: [exchange, { ...exchange, status: null }],
          deliveries: [{ at: hostile, headers: { odd: hostile }, body: hostile, answered: null }],
        },
      ),
    );
    const sample = sampleReport();
    const odd = sampleReport({
      results,
      version: hostile,
      startedAt: hostile,
      target: { ...sample.target, url: hostile, overlay: hostile },
      observations: [{ clause: hostile, text: hostile }],
      suiteErrors: [hostile],
      leftBehind: [hostile],
      baseline: { known: [{ clause: "odd.broken", comment: hostile }], stale: [hostile] },
      ledger: {
        ...sample.ledger,
        entries: [{ at: hostile, clause: hostile, withdrawId: hostile, valueCents: 1, outcome: "unknown" }],
      },
    });
    const read = readWellFormed(htmlReport(odd));
    expect(elementsOf(read, "script")).toEqual([]);
    expect(elementsOf(read, "style")).toHaveLength(1);
    expect(read.text.split('</script><script>alert("1" + ').length).toBeGreaterThan(40);
  });

  it("can be filtered by each verdict without a script", () => {
    const boxes = elementsOf(root, "input").map(({ attributes }) => attributes.id);
    expect(boxes).toEqual(verdictKinds.map((kind) => `show-${kind}`));
    for (const kind of verdictKinds) {
      expect(htmlStyle).toContain(`body:has(#show-${kind}:not(:checked)) .row-${kind} { display: none; }`);
      expect(allElements(root).some(({ attributes }) => attributes.class === `row row-${kind}`)).toBe(true);
    }
  });
});

describe("the colours of the page", () => {
  const [light = "", dark = ""] = Array.from(htmlStyle.matchAll(/:root \{([^}]*)\}/g), ([, rules = ""]) => rules);

  it.each([
    ["light", light],
    ["dark", dark],
  ])("can be read by everyone: %s", (_, rules) => {
    const colours = new Map(
      Array.from(rules.matchAll(/--([\w-]+): #(\w{6})/g), ([, name = "", hex = ""]) => [name, hex]),
    );
    const texts = [...verdictKinds, "text", "quiet", "link"];
    const backgrounds = ["page", "card", "inset"];
    const pairs = texts.flatMap((text) => backgrounds.map((background) => [text, background] as const));
    const faint = pairs.filter(
      ([text, background]) => contrast(colours.get(text) ?? "", colours.get(background) ?? "") < 4.5,
    );
    expect(faint).toEqual([]);
  });
});

/** As WCAG 2 reckons it. */
function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(hex: string): number {
  if (!/^[0-9a-f]{6}$/.test(hex)) throw new Error(`no colour: ${hex}`);
  const parts = [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
  const [red = 0, green = 0, blue = 0] = parts.map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
