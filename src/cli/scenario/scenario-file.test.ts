import { describe, expect, it } from "vitest";
import { UserError } from "../user-error.ts";
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

function refusalOf(text: string): string {
  try {
    parseScenario(text, "story.yaml");
    return "it was accepted";
  } catch (error) {
    expect(error).toBeInstanceOf(UserError);
    return error instanceof Error ? error.message : String(error);
  }
}

describe("a file that can be run", () => {
  it("names operations with or without their description, as long as it is clear which is meant", () => {
    for (const id of ["getBalance", "interface.getBalance", "$sourceDescriptions.interface.getBalance"]) {
      expect(refusalOf(stepped(`operationId: ${id}`))).toBe("it was accepted");
    }
  });

  it("calls a description as it likes, if the file at the end of its URL is one of the two", () => {
    const text = stepped("operationId: $sourceDescriptions.bank.getBalance");
    const named = text.replace("name: interface, url: interface.yaml", "name: bank, url: ../../openapi/interface.yaml");
    expect(refusalOf(named)).toBe("it was accepted");
  });
});

describe("what is no scenario is refused, with its place and what is allowed", () => {
  const aboutWorld = (world: string) => about(`x-saldo-world: ${world}`);
  it.each([
    ["no YAML", "arazzo: [1\nb: 2", /^story\.yaml:2:1: /],
    [
      "another document",
      "openapi: 3.1.0\n",
      /^story\.yaml:1:1: story\.yaml is not Arazzo 1\.0; .*docs\/scenarios\.md$/,
    ],
    [
      "a mistyped field",
      stepped("operatonId: x"),
      /^story\.yaml:10:21: unknown property `operatonId`; is it `operationId`\?$/m,
    ],
    [
      "an unknown field",
      stepped("operationId: getClock", "stray: 1"),
      /^story\.yaml:11:16: unknown property `stray`; allowed: /,
    ],
    [
      "a text with a colon",
      stepped("description: R$ 8.00: at once"),
      /^story\.yaml:10:\d+: put this text in quotes, because it has ": " in it/,
    ],
    [
      "a name with spaces",
      `${head}      - { stepId: a b, operationId: x }\n`,
      /^story\.yaml:9:\d+: stepId must match the pattern .*look-again/,
    ],
    [
      "the same step twice",
      `${stepped("operationId: getClock")}      - { stepId: look, operationId: getClock }\n`,
      /^story\.yaml:11:\d+: look is there twice$/,
    ],
    ["no steps", head.replace("steps:", "steps: []"), /must be a list of at least 1 item, has 0$/],

    [
      "a mistyped operation",
      stepped("operationId: getbalance"),
      /^story\.yaml:10:22: there is no operation getbalance; is it \$source\S+\.getBalance\?$/,
    ],
    [
      "an unknown operation",
      stepped("operationId: control.fly"),
      /^story\.yaml:10:22: .*allowed are getBalance, .*advanceClock/,
    ],
    [
      "an answer that does not end",
      stepped("operationId: streamEvents"),
      /the response of streamEvents never ends, .*; use listEvents$/,
    ],
    [
      "an unknown description",
      stepped("operationId: bank.getBalance"),
      /no operation bank\.getBalance; is it \$sourceDescriptions\.interface\.getBalance\?$/,
    ],
    [
      "an operation of both",
      stepped("operationId: listWebhooks"),
      /both descriptions; write \S+interface\.listWebhooks or \$source/,
    ],
    [
      "other descriptions",
      stepped("operationId: getBalance").replaceAll("control", "bank"),
      /^story\.yaml:5:\d+: there is no description bank; allowed are interface and control$/,
    ],
    [
      "other files",
      stepped("operationId: getClock").replace("control.yaml, type: openapi", "more.yaml, type: arazzo"),
      /^story\.yaml:5:\d+: type must be one of `openapi`/,
    ],
    [
      "a missing parameter",
      stepped("operationId: getCharge"),
      /^story\.yaml:10:22: getCharge needs the parameter chargeId$/,
    ],
    [
      "an unknown parameter",
      stepped("operationId: listInbox", "parameters: [{ name: id, in: query, value: x }]"),
      /^story\.yaml:11:\d+: listInbox has no parameter id in: query; allowed is withdrawId$/,
    ],
    [
      "a parameter without a place",
      stepped("operationId: listInbox", "parameters: [{ name: withdrawId, value: x }]"),
      /in is missing; it must be one of/,
    ],
    [
      "a body written as a text",
      stepped("operationId: advanceClock", 'requestBody: { payload: \'{"by": "PT1S"}\' }'),
      /^story\.yaml:11:\d+: payload must be an object, .*; write the payload as YAML/,
    ],
    [
      "an unknown place to jump to",
      stepped("operationId: getClock", "onSuccess: [{ name: on, type: goto, stepId: there }]"),
      /there is no step there; allowed is look/,
    ],
    [
      "a workflow that needs itself",
      about("dependsOn: [story]"),
      /^story\.yaml:8:\d+: story would have to run before itself$/,
    ],
    [
      "a workflow that is not there",
      about("dependsOn: [stroy]"),
      /^story\.yaml:8:\d+: there is no workflow stroy; is it story\?$/,
    ],
    [
      "a condition about nothing",
      checked("all is well"),
      /^story\.yaml:12:24: "all is well" looks at nothing of the response/,
    ],
    ["one =", checked("$statusCode = 200"), /^story\.yaml:12:24: .*; write ==$/],
    [
      "a text without quotes",
      checked("$response.body#/a == HELD"),
      /^story\.yaml:12:24: .*put texts in single quotes: 'HELD'$/,
    ],
    ["an open quote", checked("$response.body#/a == 'HELD"), /a quote is opened and not closed$/],
    ["brackets", checked("($statusCode == 200)"), /brackets and ! are not allowed$/],
    [
      "a condition without its name",
      bare("- $statusCode == 200"),
      /; write a list of lines such as - condition: \$statusCode == 200$/,
    ],
    ["a JSONPath that ends too soon", jsonPath("$[?length("), /^story\.yaml:14:\d+: .* is not a JSONPath: /],
    ["a JSONPath that can find nothing", jsonPath("$.data"), /begins with \$\[\?/],
    ["a pattern that is none", jsonPath("((").replace("jsonpath", "regex"), /Unterminated group$/],
    [
      "a pattern of nothing",
      checked("^a$, type: regex }").replace("- condition", "- { condition"),
      /context is missing/,
    ],

    ["a way with dots", checked("$response.body.data.balance == 1"), /; write \$response\.body#\/data\/balance$/],
    ["a mistyped expression", checked("$statuscode == 200"), /there is no \$statuscode here; is it \$statusCode\?$/],
    [
      "an unknown input",
      checked("$response.body#/a == $inputs.more"),
      /there is no \$inputs\.more here; allowed are \$inputs\.apiKey, \$inputs\.receiver, \$inputs\.nobody$/,
    ],
    [
      "an expression of another kind",
      sent("$input.value"),
      /^story\.yaml:11:\d+: there is no \$input\.value here; allowed are \$inputs\.apiKey, /,
    ],
    [
      "an expression in a text",
      sent('"order {$respons.body}"'),
      /there is no \$respons\.body here; allowed are \$inputs\.apiKey, /,
    ],
    [
      "the answer of the step itself",
      sent("$response.body#/to"),
      /there is no response yet; use outputs of an earlier step$/,
    ],
    [
      "itself",
      checked("$response.body#/now == $steps.look.outputs.now"),
      /\$steps\.look\.outputs\.now: no step before this one has outputs$/,
    ],
    [
      "a step without .outputs",
      following("$steps.look.now"),
      /there is no \$steps\.look\.now here; allowed is \$steps\.look\.outputs\.now$/,
    ],
    ["an output that is not there", following("$steps.look.outputs.nwo"), /is it \$steps\.look\.outputs\.now\?$/],
    [
      "a constant as an output",
      stepped("operationId: getClock", "outputs: { now: response.body#/now }"),
      /now must match the pattern .*, for example `\$response\.body#\/chargeId`/,
    ],

    [
      "an input's pattern",
      about("inputs: { properties: { x: { type: string, pattern: '((' } } }"),
      /^story\.yaml:8:\d+: .*Unterminated group/,
    ],
    ["a world that is no object", aboutWorld("5"), /^story\.yaml:8:\d+: x-saldo-world must be an object, got 5$/],
  ])("%s", (_name, text, message) => {
    expect(refusalOf(text)).toMatch(message);
  });

  it("all problems of a file are told at once", () => {
    const text = stepped("operationId: getbalance", "successCriteria: [{ condition: fine }]");
    expect(refusalOf(text).split("\n")).toHaveLength(2);
  });
});
