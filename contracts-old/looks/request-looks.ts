import type { Operation } from "../description/description.ts";
import { Account } from "../run/account.ts";
import { Answer } from "../run/answer.ts";
import type { Look } from "../run/contract.ts";
import type { Run } from "../run/run.ts";
import { open } from "../run/withdrawal.ts";
import { areAlike } from "./alike.ts";

/** How a target answers what it cannot take as a request. None of these requests would do anything if it were taken. */
export const malformedRefused: Look = async (run) => {
  const account = await Account.begin(run);
  // Should a target take it for the withdrawal that is open, that is to be one of the run's own.
  if (account.control === undefined) await open(account);
  (await account.call("cancelWithdrawal", { body: {} })).refused("request-malformed");
};

export const strangerRefused: Look = async (run) => {
  (await (await Account.begin(run)).balance({ apiKey: null })).refused("unauthorized");
};

export const unknownPathRefused: Look = async (run) => {
  (await read(await Account.begin(run), "/saldo-contract-nothing-is-here")).refused("route-unknown");
};

/** A withdrawal is initiated with another method than this. */
export const otherMethodRefused: Look = async (run) => {
  const { path } = run.examiner.description.operation("initiateWithdrawal");
  const answer = await read(await Account.begin(run), path);
  refusedUnless(answer.isSuccess && `a GET of ${path} is taken`, run, answer, "method-not-allowed");
};

/** The same request, but for the blanks after it that JSON allows. */
export const largeBodyRefused: Look = async (run) => {
  const { account, rawBody, plain } = await harmless(run);
  const answer = await account.call("cancelWithdrawal", { rawBody: rawBody + " ".repeat(largeBytes) });
  const taken = areAlike(answer, plain) && `a body of ${largeBytes} bytes is taken`;
  refusedUnless(taken, run, answer, "body-too-large");
};

export const otherMediaTypeRefused: Look = async (run) => {
  const { account, rawBody, plain } = await harmless(run);
  const answer = await account.call("cancelWithdrawal", { rawBody, headers: { "content-type": "text/plain" } });
  const taken = areAlike(answer, plain) && "JSON is taken whatever it is declared to be";
  refusedUnless(taken, run, answer, "media-type-unsupported");
};

export const largeHeadersRefused: Look = async (run) => {
  const headers = { "x-saldo-contract": "x".repeat(largeHeaderBytes) };
  const answer = await (await Account.begin(run)).balance({ headers });
  const taken = answer.isSuccess && `headers of ${largeHeaderBytes} bytes are taken`;
  refusedUnless(taken, run, answer, "headers-too-large");
};

/** Every request of a run names the target's own host and comes at once, so that an answer of these kinds breaks its clause. */
export const neitherMisdirectedNorLate: Look = async (run) => {
  const { description } = run.examiner;
  const operation = description.operation("getBalance");
  await (await Account.begin(run)).balance();
  for (const outcome of ["host-not-allowed", "request-timeout"]) {
    run.sawAt(description.response(operation, outcome).node.path);
  }
};

/** A failure of the target is noted wherever it comes up; these requests are such as bring one about sooner than others. */
export const nothingFails: Look = async (run) => {
  const account = await Account.begin(run);
  const { description } = run.examiner;
  const operation = description.operation("getBalance");
  const failures = ["internal-error", "unavailable"].map((outcome) => description.response(operation, outcome));
  await account.balance();
  await read(account, "/saldo-contract-nothing-is-here/%00%ff/..%2f");
  await account.call("listWebhookLogs", { id: "\u0000" });
  for (const { node } of failures) run.sawAt(node.path);
  if (run.offers("allow-open")) await account.call("cancelWithdrawal", { rawBody: "{" });
};

const largeBytes = 1024 * 1024;
const largeHeaderBytes = 64 * 1024;

/** Of a path that belongs to no operation. */
async function read({ run, apiKey }: Account, path: string): Promise<Answer> {
  const operation: Operation = {
    operationId: "x-responses",
    method: "GET",
    path,
    responses: [],
    requestNames: new Map(),
  };
  const raw = await run.desk.send({ method: "GET", path, headers: { "x-api-key": apiKey } });
  return run.remember(new Answer(operation, raw, run.examiner));
}

/** A request that changes nothing, and how it is answered when nothing is wrong with its form. */
async function harmless(run: Run) {
  const account = await Account.begin(run);
  const withdrawId = account.inventedId();
  const name = run.examiner.description.operation("cancelWithdrawal").requestNames.get("withdrawId") ?? "withdrawId";
  const rawBody = JSON.stringify({ [name]: withdrawId });
  const plain = (await account.call("cancelWithdrawal", { rawBody })).refused("withdrawal-unknown", { withdrawId });
  return { account, rawBody, plain };
}

/** Where a target takes what Saldo refuses, its answer is about something else. */
function refusedUnless(taken: string | false, run: Run, answer: Answer, outcome: string): void {
  if (taken === false) return void answer.refused(outcome);
  run.sawAt(run.examiner.description.response(answer.operation, outcome).node.path, taken);
}
