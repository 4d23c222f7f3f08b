import { describe, expect, it } from "vitest";
import { Usage } from "../usage.ts";
import { parseScenario } from "./scenario-file.ts";

const head = `arazzo: 1.0.1
info: { title: A story, version: 1.0.0 }
sourceDescriptions:
  - { name: interface, url: interface.yaml, type: openapi }
  - { name: control, url: control.yaml, type: openapi }
workflows:
  - workflowId: story
    steps:
`;

/** A file whose only step begins in line 9. */
function stepped(...lines: readonly string[]): string {
  return `${head}      - stepId: look\n${lines.map((line) => `        ${line}\n`).join("")}`;
}

function checked(condition: string): string {
  return stepped("operationId: getBalance", "successCriteria:", `  - condition: ${condition}`);
}

function bare(criteria: string): string {
  return stepped("operationId: getBalance", "successCriteria:", `  ${criteria}`);
}

function jsonPath(condition: string): string {
  const lines = ["  - context: $response.body", "    type: jsonpath", `    condition: ${condition}`];
  return stepped("operationId: getBalance", "successCriteria:", ...lines);
}

/** Sends a value, before a step called later. */
function sent(value: string): string {
  const later = "      - { stepId: later, operationId: getClock, outputs: { now: $response.body#/now } }\n";
  return stepped("operationId: advanceClock", `requestBody: { payload: { by: ${value} } }`) + later;
}

/** Sends a value after a step whose only output is called now. */
function following(value: string): string {
  const next = `      - { stepId: next, operationId: advanceClock, requestBody: { payload: { to: ${value} } } }\n`;
  return stepped("operationId: getClock", "outputs: { now: $response.body#/now }") + next;
}

/** With something beside workflowId, in line 8. */
function about(line: string): string {
  return stepped("operationId: getClock").replace("    steps:\n", `    ${line}\n    steps:\n`);
}

async function refusalOf(text: string): Promise<string> {
  return parseScenario(text, "story.yaml").then(
    () => "it was accepted",
    (error: unknown) => {
      expect(error).toBeInstanceOf(Usage);
      return String(error instanceof Error ? error.message : error);
    },
  );
}

describe("a file that can be run", () => {
  it("names operations with or without their description, as long as it is clear which is meant", async () => {
    for (const id of ["getBalance", "interface.getBalance", "$sourceDescriptions.interface.getBalance"]) {
      await expect(parseScenario(stepped(`operationId: ${id}`), "story.yaml")).resolves.toBeDefined();
    }
  });

  it("names an operation by its path", async () => {
    const path = `"{$sourceDescriptions.interface.url}#/paths/~1account-balance/get"`;
    const { operations, document } = await parseScenario(stepped(`operationPath: ${path}`), "story.yaml");
    const [step = { stepId: "" }] = document.workflows[0]?.steps ?? [];
    expect(operations.of(step)).toMatchObject({ operationId: "getBalance", source: "interface" });
  });

  it("calls a description as it likes, if the file at the end of its URL is one of the two", async () => {
    const text = stepped("operationId: $sourceDescriptions.bank.getBalance");
    const named = text.replace("name: interface, url: interface.yaml", "name: bank, url: ../../openapi/interface.yaml");
    await expect(parseScenario(named, "story.yaml")).resolves.toBeDefined();
  });
});

describe("what is no scenario is refused, with its place and what is allowed", () => {
  it.each([
    ["no YAML", "arazzo: [1\nb: 2", /^story\.yaml:2:1: /],
    ["another document", "openapi: 3.1.0\n", /^story\.yaml:1:1: story\.yaml is not Arazzo: .*docs\/scenarios\.md/],
    ["a text", "hello", /^story\.yaml:1:1: story\.yaml is not Arazzo/],
    ["an unknown version", "arazzo: 2.0.0\n", /^story\.yaml:1:9: Arazzo 2\.0\.0 is not known; allowed is 1\.0\.x$/],
    ["a missing field", "arazzo: 1.0.1\n", /^story\.yaml:1:\d+: info is missing here$/m],
    [
      "an unknown field",
      stepped("operationId: getBalance", "stray: 1"),
      /^story\.yaml:11:\d+: Arazzo knows no stray here/,
    ],
    [
      "a mistyped operation",
      stepped("operationId: getbalance"),
      /^story\.yaml:10:22: there is no operation getbalance; is it getBalance\?$/,
    ],
    [
      "an unknown operation",
      stepped("operationId: control.fly"),
      /^story\.yaml:10:22: .*allowed are getHealth, .*advanceClock/,
    ],
    ["two letters in the wrong order", stepped("operationId: createChagre"), /createChagre; is it createCharge\?$/],
    [
      "an operation of the other description",
      stepped("operationId: interface.createCharge"),
      /createCharge; is it \$sourceDescriptions\.control\.createCharge\?$/,
    ],
    [
      "an answer that does not end",
      stepped("operationId: streamEvents"),
      /^story\.yaml:10:22: the answer of streamEvents does not end, .*; listEvents has the same events$/,
    ],
    [
      "an unknown description",
      stepped("operationId: bank.getBalance"),
      /no source description is called bank; allowed are interface, control/,
    ],
    [
      "an operation of both",
      stepped("operationId: listWebhooks"),
      /both descriptions; write \$sourceDescriptions\.interface\.listWebhooks or \$source/,
    ],
    ["a step without an operation", stepped("description: Nothing."), /^story\.yaml:9:/],
    [
      "a missing parameter",
      stepped("operationId: getCharge"),
      /^story\.yaml:10:22: getCharge needs the parameter chargeId, in: path$/,
    ],
    [
      "an unknown parameter",
      stepped("operationId: listInbox", "parameters: [{ name: id, in: query, value: x }]"),
      /^story\.yaml:11:\d+: listInbox has no parameter id in: query; allowed are withdrawId$/,
    ],
    [
      "a body written as a text",
      stepped("operationId: advanceClock", 'requestBody: { payload: \'{"by": "PT1S"}\' }'),
      /^story\.yaml:11:9: it needs a payload, written as YAML/,
    ],
    [
      "an unknown step",
      checked("$response.body#/data/balance == $steps.nowhere.outputs.x"),
      /^story\.yaml:12:\d+: .*nowhere/,
    ],
    [
      "an unknown input",
      checked("$response.body#/data/balance == $inputs.more"),
      /there is no input more; allowed are apiKey, receiver, nobody/,
    ],
    [
      "a condition about nothing",
      checked("all is well"),
      /^story\.yaml:12:24: "all is well" looks at nothing of the answer/,
    ],
    ["one =", checked("$statusCode = 200"), /^story\.yaml:12:24: .*two are needed: ==$/],
    [
      "a text without quotes",
      checked("$response.body#/data/status == HELD"),
      /^story\.yaml:12:24: .*is no condition; texts stand in single quotes: 'HELD'$/,
    ],
    [
      "a number below zero",
      checked("$response.body#/data/balance == -5"),
      /below zero cannot stand here; use type: regex/,
    ],
    ["other quotes", checked("$response.body#/a == ‘HELD’"), /texts stand in single quotes: 'HELD'$/],
    ["an open quote", checked("$response.body#/a == 'HELD"), /a quote is opened and not closed$/],
    [
      "a condition without its name",
      bare("- $statusCode == 200"),
      /such as this one: - condition: \$statusCode == 200$/,
    ],
    ["conditions that are no list", bare("$statusCode == 200"), /such as this one: - condition: \$statusCode == 200$/],
    ["a way with dots", checked("$response.body.data.balance == 1"), /is written \$response\.body#\/data\/balance$/],
    ["a way without #", checked("$response.body/data/balance == 1"), /is written \$response\.body#\/data\/balance$/],
    ["a mistyped expression", checked("$statuscode == 200"), /there is no \$statuscode; is it \$statusCode\?$/],
    [
      "an expression of another kind",
      sent("$input.value"),
      /^story\.yaml:11:\d+: .*there is no \$input; is it \$inputs\?$/,
    ],
    ["an expression in a text", sent('"order {$respons.body}"'), /there is no \$respons; is it \$response\?$/],
    ["the answer of the step itself", sent("$response.body#/to"), /there is no answer here/],
    [
      "a constant as an output",
      stepped("operationId: getClock", "outputs: { now: response.body#/now }"),
      /is no expression/,
    ],
    ["a later step", sent("$steps.later.outputs.now"), /later is not over by then/],
    ["itself", checked("$response.body#/now == $steps.look.outputs.now"), /look is not over by then/],
    ["a step without .outputs", following("$steps.look.now"), /is written \$steps\.look\.outputs\.now$/],
    ["an output that is not there", following("$steps.look.outputs.nwo"), /look has no output nwo; is it now\?$/],
    ["a workflow that is not there", following("$workflows.other.outputs.now"), /there is no workflow other/],
    [
      "a name with spaces",
      `${head}      - { stepId: a b, operationId: getClock }\n`,
      /^story\.yaml:9:\d+: "a b" is no name/,
    ],
    ["no steps", head.replace("steps:", "steps: []"), /a scenario needs a step$/],
    ["a JSONPath that ends too soon", jsonPath("$[?length("), /^story\.yaml:14:\d+: .* is no JSONPath: /],
    ["a JSONPath that can find nothing", jsonPath("$.data"), /begins with \$\[\?/],
    [
      "a workflow that needs itself",
      about("dependsOn: [story]"),
      /^story\.yaml:8:\d+: story would have to run before itself$/,
    ],
    [
      "an input's pattern",
      about("inputs: { properties: { x: { type: string, pattern: '((' } } }"),
      /^story\.yaml:8:\d+: .*Unterminated group/,
    ],
    [
      "inputs of an unknown reference",
      about("inputs: { properties: { x: { $ref: '#/components/inputs/no' } } }"),
      /^story\.yaml:\d+:\d+: /,
    ],
    ["a world that is no object", about("x-saldo-world: 5"), /^story\.yaml:8:\d+: must be an object, got 5$/],
    ["a world with a stray field", about("x-saldo-world: { fixtur: default }"), /unknown property `fixtur`/],
    [
      "an unknown fixture",
      about("x-saldo-world: { fixture: defualt }"),
      /^story\.yaml:8:\d+: there is no fixture defualt; is it default\?$/,
    ],
    [
      "a fixture with a stray field",
      about("x-saldo-world: { fixture: { companies: [{ name: A, balanc: 1 }] } }"),
      /^story\.yaml:8:\d+: unknown property `balanc`/,
    ],
    [
      "a text with a colon",
      stepped("operationId: getClock", "description: R$ 8.00: at once"),
      /^story\.yaml:11:\d+: this text has ": " in it, and must stand in quotes/,
    ],
    ["tabs", `${head}\t- stepId: look\n`, /^story\.yaml:9:1: this line is indented with a tab; indent with spaces$/],
    [
      "lines that do not stand below each other",
      `${head}      - stepId: look\n      operationId: getClock\n`,
      /^story\.yaml:10:1: this line must be indented as far as/,
    ],
    [
      "an alias that leads to itself",
      about("x-more: &more { more: *more }"),
      /^story\.yaml:8:\d+: an alias \(\*\) leads to what it stands in itself$/,
    ],
    ["brackets", checked("($statusCode == 200)"), /neither brackets nor ! are known/],
    [
      "an unknown place to jump to",
      stepped("operationId: getBalance", "onSuccess: [{ name: on, type: goto, stepId: there }]"),
      /there is no step there; allowed are look/,
    ],
    [
      "other files",
      head.replace("control.yaml, type: openapi", "more.yaml, type: arazzo") +
        stepped("operationId: getBalance").slice(head.length),
      /type: arazzo is not run/,
    ],
    [
      "other descriptions",
      stepped("operationId: getBalance").replace("name: control, url: control.yaml", "name: bank, url: bank.yaml"),
      /bank is not known here; allowed are interface and control/,
    ],
  ])("%s", async (_name, text, message) => {
    expect(await refusalOf(text)).toMatch(message);
  });

  it("all problems of a file are told at once", async () => {
    const text = stepped("operationId: getbalance", "successCriteria: [{ condition: fine }]");
    expect((await refusalOf(text)).split("\n")).toHaveLength(2);
  });
});
