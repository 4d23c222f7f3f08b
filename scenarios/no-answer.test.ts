import { afterAll, beforeAll, expect, it } from "vitest";
import type { SaldoWorld } from "../src/client/saldo-client.ts";
import { startSandbox } from "../src/testing/start-sandbox.ts";
import { scenarioAnnotations } from "./github-report.ts";
import { scenarioPage } from "./html-report.ts";
import { playScenarios } from "./run-scenarios.ts";
import { parseScenario } from "./scenario-file.ts";

let sandbox: SaldoWorld;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox[Symbol.asyncDispose]());

const unheard = { stdout: { write() {} }, stderr: { write() {} }, print: async () => {} };

/** Plays steps, and returns the report with the file that it is about. */
async function played(steps: string) {
  const text = `arazzo: 1.0.1
info: { title: A story, version: 1.0.0 }
sourceDescriptions:
  - { name: interface, url: interface.yaml, type: openapi }
  - { name: control, url: control.yaml, type: openapi }
workflows:
  - workflowId: story
    steps:${steps}`;
  const file = parseScenario(text, "story.yaml");
  const choice = { url: sandbox.url, input: [], receiverHost: "127.0.0.1", receiverPort: 0 };
  const { report, status } = await playScenarios([file], choice, unheard);
  const shown = report.scenarios[0]?.steps.map(({ name, state }) => `${name} ${state}`);
  return { report, file, status, shown, unmet: report.scenarios[0]?.steps.flatMap((step) => step.unmet) };
}

const faulty = (kind: string) => `
      - { stepId: fault, operationId: addFault, requestBody: { payload: { kind: ${kind}, operationId: initiateWithdrawal } } }`;
const initiate = (more: string) => `
      - { stepId: initiate, operationId: initiateWithdrawal, requestBody: { payload: { value: 50000 } }${more} }`;
const reserved = (cents: number) => `
      - stepId: balance
        operationId: getBalance
        successCriteria: [{ condition: $response.body#/data/balance == ${150_000 - cents} }]`;

it.each([
  ["lose-response", 50_000],
  ["reset", 0],
])("a step can expect no answer: %s", async (kind, cents) => {
  const { shown } = await played(faulty(kind) + initiate(", x-saldo-no-answer: true") + reserved(cents));
  expect(shown).toEqual(["fault passed", "initiate passed", "balance passed"]);
});

it("a lost answer that nothing expects fails the step, and the sandbox is not blamed", async () => {
  const { status, unmet, shown } = await played(faulty("lose-response") + initiate(""));
  expect(shown).toEqual(["fault passed", "initiate failed"]);
  expect(unmet).toEqual([{ expected: "an answer", found: expect.stringContaining("x-saldo-no-answer: true") }]);
  expect(status).toBe(1);
});

it("an answer fails a step that expects none", async () => {
  const { unmet } = await played(initiate(", x-saldo-no-answer: true"));
  expect(unmet).toEqual([{ expected: "no answer, because of x-saldo-no-answer", found: "the status 201" }]);
});

it("a step that expects no answer cannot look at one", async () => {
  const steps = initiate(", x-saldo-no-answer: true, outputs: { id: $response.body#/data/withdrawId }");
  await expect(played(steps)).rejects.toThrow(/(outputs|successCriteria) is not allowed here/);
});

it("a scenario goes back, and what happened since is undone", async () => {
  const back = `
      - { stepId: mark, operationId: setBookmark, requestBody: { payload: { name: before } } }${initiate("")}
      - { stepId: wait, operationId: advanceClock, requestBody: { payload: { by: P1D } } }
      - { stepId: back, operationId: rewindWorld, requestBody: { payload: { bookmark: before } } }`;
  const { shown, report } = await played(back + reserved(0));
  expect(shown?.at(-1)).toBe("balance passed");
  expect(report.scenarios[0]?.steps.map(({ worldMs }) => worldMs)).toEqual([0, 0, 86_400_000, -86_400_000, 0]);
});

it("a failed step is an annotation at its line, and is open on the page", async () => {
  const { report, file } = await played(initiate(", description: Half <b>of it</b>") + reserved(1));
  expect(scenarioAnnotations(report, [file])).toMatch(
    /^::error file=story\.yaml,line=10,title=story%3A balance failed::expected \$response.*%0Afound .* is 100000\n$/,
  );
  const page = scenarioPage(report);
  expect(page).toContain("1 scenario: 0 passed, 1 failed");
  expect(page).toContain("Half &#60;b&#62;of it");
  expect(page).toMatch(
    /<details class="row" open="open">\s*<summary><strong class="step-failed">failed<\/strong> <code>balance/,
  );
});
