import { expect, it } from "vitest";
import { documentWithOverlay } from "../src/spec/document.ts";
import { parseOverlay } from "../src/spec/overlay.ts";
import { startSandbox } from "../src/testing/start-sandbox.ts";
import { sandboxOfTests } from "../test/sandbox-of-tests.ts";
import type { ScenarioChoice } from "./inputs.ts";
import { scenarioAnnotations, scenarioPage } from "./report-forms.ts";
import type { ScenarioResult } from "./result.ts";
import { overlayOf, playScenarios } from "./run-scenarios.ts";
import { parseScenario } from "./scenario-file.ts";

const sandbox = await sandboxOfTests();

const head = `arazzo: 1.0.1
info: { title: A story, version: 1.0.0 }
sourceDescriptions:
  - { name: interface, url: interface.yaml, type: openapi }
  - { name: control, url: control.yaml, type: openapi }
workflows:
`;

/** Plays what stands below `workflows`; the last scenario's steps, as `name state`. */
async function played(workflows: string, choice: Partial<ScenarioChoice> = {}) {
  const file = parseScenario(head + workflows, "story.yaml");
  const given = { url: sandbox.url, input: [], receiverHost: "127.0.0.1", receiverPort: 0, ...choice };
  const { report, status } = await playScenarios([file], given, unheard);
  const { scenarios } = report;
  const { steps = [], passed } = scenarios.at(-1) ?? {};
  const states = steps.map(({ name, state }) => `${name} ${state}`);
  return { file, report, status, scenarios, steps, passed, states, unmet: unmetIn({ steps }) };
}

/** Plays the steps of one workflow. */
const playedSteps = (steps: string) => played(`  - workflowId: story\n    steps:${steps}`);

const unheard = { stdout: { write() {} }, stderr: { write() {} }, print: async () => {} };

function unmetIn({ steps }: Pick<ScenarioResult, "steps">): string {
  return steps.flatMap(({ unmet }) => unmet.map(({ expected, found }) => `${expected} | ${found}`)).join("\n");
}

const advance = (by: string) => `{ stepId: wait, operationId: advanceClock, requestBody: { payload: { by: ${by} } } }`;

it("a step that says nothing of its status fails where the answer is no success, in the words of the refusal", async () => {
  const last = await playedSteps(`
      - { stepId: cancel, operationId: cancelWithdrawal, requestBody: { payload: { withdrawId: wdr_none } } }
      - { stepId: look, operationId: getBalance }
`);
  expect(last.states).toEqual(["cancel failed", "look not-run"]);
  expect(last.unmet).toMatch(/^a success \(2xx\), because no condition checks \$statusCode \| the status 404: \S/);
});

it("what is not in the answer is told as missing, and never counts as null", async () => {
  const last = await playedSteps(`
      - { stepId: look, operationId: getBalance, successCriteria: [{ condition: $response.body#/data/nothing == null }] }
`);
  expect(last.unmet).toBe(
    "$response.body#/data/nothing == null | $response.body#/data/nothing is not there; $response.body#/data has balance, currency, reservedBalance, reserveHolds",
  );
});

it.each([
  ["$statuscode == 200", "$statuscode is not there; $ has inputs, steps, workflows, statusCode, response"],
  ["$response.bodi#/to == 1", "$response.bodi#/to is not there; $response has header, body"],
  ["$response.body#/a == $inputs.more", /\$inputs\.more is not there; \$inputs has apiKey, receiver, nobody$/],
  ["$steps.look.now == 1", "$steps.look.now is not there; $steps.look has outputs"],
  ["$steps.later.outputs.now == 1", "$steps.later.outputs.now is not there; $steps has look"],
])("the condition %s says what there is instead", async (condition, found) => {
  const last = await playedSteps(`
      - { stepId: look, operationId: getClock, successCriteria: [{ condition: ${condition} }] }
`);
  expect(last.unmet.split(" | ")[1]).toMatch(found);
});

it("patterns and JSONPath tell what they looked at", async () => {
  const last = await playedSteps(`
      - stepId: look
        operationId: getBalance
        successCriteria:
          - { context: $response.body#/data/balance, type: regex, condition: ^-1$ }
          - { context: $response.body#/data/reserveHolds, type: jsonpath, condition: "$[?@.nothing]" }
`);
  expect(last.unmet.split("\n")).toEqual([
    "$response.body#/data/balance matches ^-1$ | $response.body#/data/balance is 150000",
    expect.stringMatching(
      /^\$response\.body#\/data\/reserveHolds has something at \$\[\?@\.nothing\] \| .* is \[\{"chargeId"/,
    ),
  ]);
});

it("in a world that begins as its file says, conditions compare numbers below zero, texts with numbers, and what a JSONPath finds behind an index", async () => {
  const last = await played(`
  - workflowId: story
    x-saldo-world: { fixture: negative-balance, startAt: "2027-01-01T00:00:00Z" }
    steps:
      - stepId: look
        operationId: getBalance
        successCriteria:
          - condition: $response.body#/data/balance < 0 && $response.body#/data/balance >= -999999999
          - condition: $response.body#/data/balance == 1 || $response.header.Content-Type != 'text/html'
      - stepId: charges
        operationId: listCharges
        successCriteria:
          - { context: $response.body, type: jsonpath, condition: "$[?@.charges[0].paymentStatus == 'PAID']" }
          - { context: $response.body, type: jsonpath, condition: "$[?@.charges[0].total != 1]" }
          - { context: $response.body, type: jsonpath, condition: "$[?@.charges[0].paymentStatus != 'PAID']" }
          - { condition: $response.body#/charges/99/total != 1 }
`);
  expect(last.steps[0]?.worldTime).toBe("2027-01-01T00:00:00.000Z");
  expect(last.unmet.split("\n")).toEqual([
    expect.stringMatching(/^\$response\.body has something at \$\[\?@\.charges\[0\]\.paymentStatus != 'PAID'\] \| /),
    expect.stringMatching(
      /^\$response\.body#\/charges\/99\/total != 1 \| .* is not there; \$response\.body#\/charges has \d+ entr/,
    ),
  ]);
});

it("each scenario has a world of its own, which begins at the same time with the same ids", async () => {
  const workflow = (name: string) => `
  - workflowId: ${name}
    steps:
      - ${advance("P1D")}
      - { stepId: charge, operationId: createCharge, requestBody: { payload: { total: 100 } } }
      - stepId: the-only-one
        operationId: listCharges
        successCriteria:
          - { condition: $response.body#/charges/0/chargeId == 'chg_e9e1c26d706f7d26ef3a75f7' }
          - { condition: $response.body#/charges/0/createdAt == '2026-03-03T12:00:00.000Z' }
          - { condition: $response.body#/charges/1/total != 100 }
`;
  const { scenarios } = await played(workflow("one") + workflow("two"));
  expect(scenarios.map(unmetIn)).toEqual(["", ""]);
  const [one, two] = scenarios.map(({ steps }) => steps.map(({ worldTime, worldMs }) => [worldTime, worldMs]));
  expect(one).toEqual(two);
  expect(one?.[0]).toEqual(["2026-03-03T12:00:00.000Z", 86_400_000]);
});

it("where no world can begin as the file says, the report has what was played until then", async () => {
  const { report, status } = await played(`
  - workflowId: first
    steps: [{ stepId: look, operationId: getBalance }]
  - workflowId: second
    x-saldo-world: { world: { format: 0 } }
    steps: [{ stepId: look, operationId: getBalance }]
  - workflowId: third
    steps: [{ stepId: look, operationId: getBalance }]
`);
  expect(status).toBe(2);
  expect(report.scenarios.map(({ name }) => name)).toEqual(["first"]);
  expect(report).toMatchObject({
    notRun: ["second", "third"],
    fault: expect.stringMatching(/^story\.yaml:11:5: the world cannot be created: /),
  });
});

it.each([
  ["{ fixtur: default }", /unknown property `fixtur`; allowed: .*`fixture`/],
  ["{ fixture: defualt }", /There is no fixture .*defualt.*default/],
  ["{ fixture: { companies: [{ name: A, balanc: 1 }] } }", /companies.*0.*unknown property `balanc`/],
])("a world that cannot be: %s", async (order, message) => {
  const steps = "steps: [{ stepId: look, operationId: getBalance }]";
  const { report, status } = await played(`  - { workflowId: story, x-saldo-world: ${order}, ${steps} }\n`);
  expect(status).toBe(2);
  expect(report.fault).toMatch(/^story\.yaml:7:26: the world cannot be created: /);
  expect(report.fault).toMatch(message);
});

it("what a scenario depends on is played before it, in its own world", async () => {
  const last = await played(`
  - workflowId: story
    dependsOn: [wait-a-day]
    steps:
      - { stepId: now, operationId: getClock, successCriteria: [{ condition: $response.body#/now == $workflows.wait-a-day.outputs.then }] }
  - workflowId: wait-a-day
    steps: [{ stepId: wait, operationId: advanceClock, requestBody: { payload: { by: P1D } }, outputs: { to: $response.body#/to } }]
    outputs: { then: $steps.wait.outputs.to }
  - workflowId: again
    dependsOn: [wait-a-day, story]
    steps: [{ stepId: now, operationId: getClock }]
`);
  expect(last.states).toEqual(["wait-a-day/wait passed", "story/now passed", "now passed"]);
  expect(last.steps.at(-1)?.worldTime).toBe("2026-03-03T12:00:00.000Z");
});

it("where that fails, the scenario has failed and is not played", async () => {
  const last = await played(`
  - workflowId: first
    steps: [{ stepId: wait, operationId: advanceClock, requestBody: { payload: { by: never } } }]
  - workflowId: story
    dependsOn: [first]
    steps: [{ stepId: look, operationId: getBalance }]
`);
  expect(last.states).toEqual(["first/wait failed", "look not-run"]);
  expect(last.passed).toBe(false);
});

it("where a step fails, the story is told, whatever outputs the workflow should have had", async () => {
  const last = await playedSteps(`
      - { stepId: wait, operationId: advanceClock, requestBody: { payload: { by: never } } }
      - { stepId: now, operationId: getClock, outputs: { now: $response.body#/now } }
    outputs: { end: $steps.now.outputs.now }
`);
  expect(last.states).toEqual(["wait failed", "now not-run"]);
  expect(last.unmet).toMatch(/^a success \(2xx\), because no condition checks \$statusCode \| the status 400: /);
});

it("a value that an answer did not have is told where it is needed", async () => {
  const last = await playedSteps(`
      - { stepId: mailbox, operationId: listInbox, outputs: { code: $response.body#/messages/9/otpCode } }
      - stepId: confirm
        operationId: confirmWithdrawal
        requestBody: { payload: { withdrawId: wdr_none, otpCode: $steps.mailbox.outputs.code } }
`);
  expect(last.unmet).toBe(
    "a value for $response.body#/messages/9/otpCode | nothing is there; $response.body#/messages has 0 entries",
  );
});

it("a step that is made again until it succeeds has not failed", async () => {
  const last = await playedSteps(`
      - stepId: hour-by-hour
        operationId: advanceClock
        requestBody: { payload: { by: PT1H } }
        successCriteria: [{ condition: $response.body#/to == '2026-03-02T15:00:00.000Z' }]
        onFailure: [{ name: again, type: retry, retryLimit: 5 }]
`);
  expect(last.states).toEqual(["hour-by-hour retried", "hour-by-hour retried", "hour-by-hour passed"]);
  expect(last.passed).toBe(true);
});

it("a step that is made again as often as it may has failed, and may lead elsewhere", async () => {
  const last = await playedSteps(`
      - stepId: look
        operationId: getBalance
        outputs: { now: $response.body#/data/balance }
        successCriteria: [{ condition: $statusCode == 201 }]
        onFailure:
          - { name: another, type: end, criteria: [{ condition: $statusCode == 500 }] }
          - { name: again, type: retry }
          - { name: on, type: goto, stepId: after }
      - { stepId: between, operationId: getHealth }
      - { stepId: after, operationId: getHealth, onSuccess: [{ name: end, type: end }] }
      - { stepId: last, operationId: getHealth }
`);
  expect(last.states).toEqual(["look retried", "look failed", "after passed", "between not-run", "last not-run"]);
  expect(last.passed).toBe(false);
});

it("a scenario that jumps back for ever ends, and has failed", async () => {
  const last = await playedSteps(`
      - { stepId: look, operationId: getHealth, onSuccess: [{ name: again, type: goto, stepId: look }] }
`);
  expect(last.passed).toBe(false);
  expect(last.unmet).toBe("an end within 500 steps | it goes on");
});

it("the key of the world is sent, unless a step brings another one", async () => {
  const { states } = await playedSteps(`
      - { stepId: own, operationId: getBalance }
      - stepId: wrong
        operationId: getBalance
        parameters: [{ name: X-API-KEY, in: header, value: wrong }]
        successCriteria: [{ condition: $statusCode == 401 }]
      - stepId: second-company
        operationId: addCompany
        requestBody: { payload: { name: Padaria Aurora, balance: 700 } }
        outputs: { key: $response.body#/apiKey }
      - stepId: hers
        operationId: getBalance
        parameters: [{ name: X-API-KEY, in: header, value: $steps.second-company.outputs.key }]
        successCriteria: [{ condition: $response.body#/data/balance == 700 }]
`);
  expect(states).toEqual(["own passed", "wrong passed", "second-company passed", "hers passed"]);
});

it("nothing is sent that a step does not have, whatever examples there are", async () => {
  const last = await playedSteps(`
      - { stepId: initiate, operationId: initiateWithdrawal }
`);
  expect(last.steps[0]?.status).toBe(400);
});

it("inputs are numbers where their schema says so", async () => {
  const story = `
  - workflowId: story
    inputs: { type: object, required: [value], properties: { value: { type: integer } } }
    steps:
      - { stepId: initiate, operationId: initiateWithdrawal, requestBody: { payload: { value: $inputs.value } },
          successCriteria: [{ condition: $response.body#/data/value == 30000 }] }
`;
  expect((await played(story, { input: [{ name: "value", value: "30000" }] })).states).toEqual(["initiate passed"]);
  await expect(played(story)).rejects.toThrow("story: --input value=… is missing");
  await expect(played(story, { input: [{ name: "value", value: "much" }] })).rejects.toThrow(
    "story: --input value=… must be integer",
  );
});

it("worlds are deleted, those that a scenario has made too", async () => {
  const { states } = await playedSteps(`
      - { stepId: another, operationId: createWorld, requestBody: { payload: { seed: mine } } }
      - { stepId: fails, operationId: getBalance, successCriteria: [{ condition: $statusCode == 500 }] }
`);
  expect(states).toEqual(["another passed", "fails failed"]);
  const { body } = await sandbox.ask("GET", "/sandbox/worlds");
  expect(body).toMatchObject({ worlds: [{}] });
  expect(JSON.stringify(body).match(/worldId/g)).toHaveLength(1);
});

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
  const { states } = await playedSteps(faulty(kind) + initiate(", x-saldo-no-answer: true") + reserved(cents));
  expect(states).toEqual(["fault passed", "initiate passed", "balance passed"]);
});

it("a lost answer that nothing expects fails the step, and the sandbox is not blamed", async () => {
  const { status, unmet, states } = await playedSteps(faulty("lose-response") + initiate(""));
  expect(states).toEqual(["fault passed", "initiate failed"]);
  expect(unmet).toMatch(/^an answer \| none: .*x-saldo-no-answer: true/);
  expect(status).toBe(1);
});

it("an answer fails a step that expects none", async () => {
  const { unmet } = await playedSteps(initiate(", x-saldo-no-answer: true"));
  expect(unmet).toBe("no answer, because of x-saldo-no-answer | the status 201");
});

it("a step that expects no answer cannot look at one", async () => {
  const steps = initiate(", x-saldo-no-answer: true, outputs: { id: $response.body#/data/withdrawId }");
  await expect(playedSteps(steps)).rejects.toThrow(/(outputs|successCriteria) is not allowed here/);
});

it("a scenario goes back, and what happened since is undone", async () => {
  const back = `
      - { stepId: mark, operationId: setBookmark, requestBody: { payload: { name: before } } }${initiate("")}
      - { stepId: wait, operationId: advanceClock, requestBody: { payload: { by: P1D } } }
      - { stepId: back, operationId: rewindWorld, requestBody: { payload: { bookmark: before } } }`;
  const { states, steps } = await playedSteps(back + reserved(0));
  expect(states.at(-1)).toBe("balance passed");
  expect(steps.map(({ worldMs }) => worldMs)).toEqual([0, 0, 86_400_000, -86_400_000, 0]);
});

it("a failed step is an annotation at its line, and is open on the page", async () => {
  const { report, file } = await playedSteps(initiate(", description: Half <b>of it</b>") + reserved(1));
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

it("a sandbox that follows an overlay is told of", async () => {
  const actions = "actions: [{target: $, update: {}}]";
  const overlay = parseOverlay(`{overlay: 1.0.0, info: {title: Acme, version: "1"}, ${actions}}`);
  await using other = await startSandbox({ interfaceDocument: await documentWithOverlay("interface", overlay) });
  expect([await overlayOf(sandbox), await overlayOf(other)]).toEqual([undefined, "Acme"]);
});
