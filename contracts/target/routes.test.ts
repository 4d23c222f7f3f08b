import { expect, test } from "vitest";
import { description } from "../judge/testing/described.ts";
import { Routes } from "./routes.ts";

const response = (status: number, text = "{}") => ({ status, headers: {}, text, json: undefined });
const [list, initiate, confirm] = ["listWebhooks", "initiateWithdrawal", "confirmWithdrawal"].map((id) =>
  description.operation(id),
);

test("the list of webhooks is sought at usual paths, and asked for where it was found", () => {
  const routes = new Routes("");
  if (list === undefined) throw new Error("the description has no list of webhooks");
  const others = routes.othersFor(list, response(405));
  expect(others).toContain("/webhooks");
  expect([routes.take(list, "/v1/webhook", response(404)), routes.take(list, "/webhooks", response(200))]).toEqual([
    false,
    true,
  ]);
  expect([routes.patternOf(list), routes.othersFor(list, response(404))]).toEqual(["/webhooks", []]);
});

test("what is answered as at an unknown path is not there, whatever its status, and what follows is where it is found", () => {
  const routes = new Routes("");
  if (initiate === undefined || confirm === undefined) throw new Error("the description has no withdrawals");
  routes.unknown(response(403, "no such route"));
  expect(routes.othersFor(confirm, response(404))).toEqual([]);
  expect(routes.othersFor(initiate, response(403, "no such route"))).toEqual([`/v1${initiate.path}`]);
  expect(routes.take(initiate, `/v1${initiate.path}`, response(409))).toBe(true);
  expect(routes.patternOf(confirm)).toBe(`/v1${confirm.path}`);
});

test("a denial is of what was asked for where the paths beside it are not denied so", () => {
  const routes = new Routes("");
  if (initiate === undefined) throw new Error("the description has no initiation");
  routes.unknown(response(404, "no such route"));
  expect(routes.othersFor(initiate, response(404, "no such route"))).toEqual([`/v1${initiate.path}`]);
  expect(routes.take(initiate, `/v1${initiate.path}`, response(403, "below the minimum"))).toBe(true);
  expect(routes.patternOf(initiate)).toBe(`/v1${initiate.path}`);
});

test("an operation is sought until other paths have answered, too", () => {
  const routes = new Routes("");
  if (initiate === undefined) throw new Error("the description has no initiation");
  const sought = () => routes.othersFor(initiate, response(404));
  expect([sought(), sought()]).toEqual([[`/v1${initiate.path}`], [`/v1${initiate.path}`]]);
  routes.giveUp(initiate.operationId);
  expect(sought()).toEqual([]);
});

test("nothing is sought of what the target serves", () => {
  const routes = new Routes("/v1");
  if (list === undefined) throw new Error("the description has no list of webhooks");
  expect([routes.othersFor(list, response(200)), routes.othersFor(list, response(404))]).toEqual([[], []]);
});
