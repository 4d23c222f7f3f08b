import { describe, expect, it } from "vitest";
import { UserError } from "../src/cli/user-error.ts";
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
    return (error instanceof Error ? error.message : String(error)).replaceAll(/^story\.yaml:/gm, "");
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
    [/^2:1: /, "arazzo: [1\nb: 2"],
    [/^1:1: story\.yaml is not Arazzo 1\.0; .*docs\/scenarios\.md$/, "openapi: 3.1.0\n"],
    [/^10:\d+: unknown property `operatonId`; allowed: .*`operationId`/m, stepped("operatonId: x")],
    [/^11:16: unknown property `stray`; allowed: /, stepped("operationId: getClock", "stray: 1")],
    [/^10:\d+: put this text in quotes, because it has ": " in it/, stepped("description: R$ 8.00: at once")],
    [/^10:22: there is no operation control\.rewind; is it rewindWorld\?$/, stepped("operationId: control.rewind")],
    [
      /^9:\d+: stepId must be made of letters, digits, _ and -.*look-again/,
      `${head}      - { stepId: a b, operationId: x }\n`,
    ],
    [
      /^11:\d+: look is there twice$/,
      `${stepped("operationId: getClock")}      - { stepId: look, operationId: getClock }\n`,
    ],
    [/must be a list of at least 1 item, has 0$/, head.replace("steps:", "steps: []")],
    [/^10:22: there is no operation getbalance; is it getBalance\?$/, stepped("operationId: getbalance")],
    [/^10:22: .*allowed are getBalance, .*advanceClock/, stepped("operationId: control.fly")],
    [/the response of streamEvents never ends, .*; use listEvents$/, stepped("operationId: streamEvents")],
    [/no operation bank\.getBalance; is it getBalance\?$/, stepped("operationId: bank.getBalance")],
    [/both descriptions; write \S+interface\.listWebhooks or \$source/, stepped("operationId: listWebhooks")],
    [
      /^5:\d+: type must be one of `openapi`/,
      stepped("operationId: getClock").replace("control.yaml, type: openapi", "more.yaml, type: arazzo"),
    ],
    [/^10:22: getCharge needs the parameter chargeId$/, stepped("operationId: getCharge")],
    [
      /in is missing; it must be one of/,
      stepped("operationId: listInbox", "parameters: [{ name: withdrawId, value: x }]"),
    ],
    [
      /^11:\d+: payload must be an object, got/,
      stepped("operationId: advanceClock", 'requestBody: { payload: \'{"by": "PT1S"}\' }'),
    ],
    [
      /there is no step there; allowed is look/,
      stepped("operationId: getClock", "onSuccess: [{ name: on, type: goto, stepId: there }]"),
    ],
    [/^8:\d+: there is no workflow stroy; allowed is story$/, about("dependsOn: [stroy]")],
    [/^12:24: "all is well" looks at nothing of the response/, checked("all is well")],
    [/^12:24: .* is not a condition; an example is \$statusCode == 201 /, checked("$statusCode = 200")],
    [/is not a condition; an example is/, checked("$response.body#/a == HELD")],
    [/an item of successCriteria must be an object, got/, bare("- $statusCode == 200")],
    [/^14:\d+: .* is not a JSONPath: /, jsonPath("$[?length(")],
    [/begins with \$\[\?/, jsonPath("$.data")],
    [/Unterminated group$/, jsonPath("((").replace("jsonpath", "regex")],
    [/context is missing/, checked("^a$, type: regex }").replace("- condition", "- { condition")],
    [/; write \$response\.body#\/data\/balance$/, checked("$response.body.data.balance == 1")],
    [/^11:\d+: \$steps\.look\[0\] is not an expression; an example is/, sent('"{$steps.look[0]}"')],
    [
      /now must be a runtime expression .*, for example `\$response\.body#\/chargeId`/,
      stepped("operationId: getClock", "outputs: { now: response.body#/now }"),
    ],
    [/^8:\d+: .*Unterminated group/, about("inputs: { properties: { x: { type: string, pattern: '((' } } }")],
    [/^8:\d+: x-saldo-world must be an object, got 5$/, aboutWorld("5")],
  ])("%s", (message, text) => {
    expect(refusalOf(text)).toMatch(message);
  });

  it("all problems of a file are told at once", () => {
    const text = stepped("operationId: getbalance", "successCriteria: [{ condition: fine }]");
    expect(refusalOf(text).split("\n")).toHaveLength(2);
  });
});
