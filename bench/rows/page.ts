import { setTimeout as pause } from "node:timers/promises";
import type { Browser } from "playwright-core";
import { SaldoClient } from "../../src/client/saldo-client.ts";
import { startBrowser } from "../../test/browser/browser.ts";
import { eventShown, subscribeCustomers } from "../../test/browser/daily-payments.ts";
import { scrollList } from "../../test/browser/scroll-list.ts";
import { inFolder } from "../in-folder.ts";
import { openPage } from "../page/open-page.ts";
import { scrollRail } from "../page/scroll-rail.ts";
import { traceTasks } from "../page/trace-tasks.ts";
import { told } from "../report/numbers.ts";
import { type Row, rowOf, type Scale } from "../row.ts";
import type { Candidate } from "../servers/candidate.ts";
import { RunningServer } from "../servers/running-server.ts";
import { apiKey, saldo } from "../servers/saldo.ts";
import { type Measured, takeTurns } from "../take-turns.ts";

/** Each makes four events and a few more. */
const CHARGES = 25_000;
const EVENTS_PER_SECOND = 2_000;
const STREAMED = 12_000;
/** Two of the sixty frames of a second. */
const FRAME_BUDGET_MS = 34;

/** How long people wait for the page in Chromium: of a small world, of one with a long history, and of a busy one. */
export function page({ rounds, share }: Scale): Promise<readonly Row[]> {
  return inFolder(async (folder) => {
    const frozen = ["--clock", "frozen"];
    const count = Math.round(CHARGES * share);
    const fixture = { companies: [{ balance: 150_000, generate: { charges: count, over: "P90D" } }] };
    const small = await saldo(folder, { name: "a small world", flags: frozen });
    const long = await saldo(folder, { name: "a long history", flags: frozen, fixture });
    await using browser = await startBrowser();
    return [
      ...(await ofSmallWorld(browser, small, rounds)),
      ...(await ofLongHistory(browser, long, rounds)),
      ...(await ofBusyWorld(browser, small, STREAMED * share, Math.min(rounds, 5))),
    ];
  });
}

async function ofSmallWorld(browser: Browser, candidate: Candidate, rounds: number): Promise<readonly Row[]> {
  await using server = await RunningServer.start(candidate);
  const name = "a small world";
  const measure = async () => {
    const { page, paintMs, usableMs } = await openPage(browser, linkOf(server));
    await page.context().close();
    return { values: { paintMs, usableMs }, failed: 0 };
  };
  const measured = await takeTurns([{ name, measure }], rounds);
  return [
    rowWithin(measured, "the page: to the first paint", "paintMs", name, 300),
    rowWithin(measured, "the page: until it shows the balance", "usableMs", name, 500),
  ];
}

async function ofLongHistory(browser: Browser, candidate: Candidate, rounds: number): Promise<readonly Row[]> {
  await using server = await RunningServer.start(candidate);
  const { position } = await clientOf(server).clock.read();
  const name = `${told(position)} events`;
  const measure = async () => {
    const { page, usableMs } = await openPage(browser, linkOf(server));
    await page.locator(".event-row .position").first().waitFor();
    const [jumpMs = Number.NaN] = await scrollList(page, [1]);
    const frameMs = await scrollRail(page);
    await page.context().close();
    return { values: { usableMs, jumpMs, frameMs }, failed: 0 };
  };
  const measured = await takeTurns([{ name, measure }], rounds);
  return [
    rowWithin(measured, "the page of a long history: until it shows the balance", "usableMs", name, 1_000),
    rowWithin(measured, "the page of a long history: to the other end of the list", "jumpMs", name, 200),
    rowWithin(measured, "the page: 95 of 100 frames while the rail is scrolled", "frameMs", name, FRAME_BUDGET_MS),
  ];
}

async function ofBusyWorld(browser: Browser, candidate: Candidate, events: number, rounds: number) {
  const name = `${told(EVENTS_PER_SECOND)} events a second`;
  const measure = async () => {
    await using server = await RunningServer.start(candidate);
    const client = clientOf(server);
    await subscribeCustomers(client);
    const { page } = await openPage(browser, linkOf(server));
    const trace = await traceTasks(browser, page);
    const { position, perSecond } = await stream(client, events);
    const begun = performance.now();
    await eventShown(page, position);
    const behindMs = performance.now() - begun;
    const taskMs = await trace.longestTaskMs();
    await page.context().close();
    return { values: { behindMs, taskMs, perSecond }, failed: 0 };
  };
  const measured = await takeTurns([{ name, measure }], rounds, { warmUp: false });
  const perSecond = measured.figures("perSecond", null).map(({ spread }) => told(Math.round(spread.median)));
  const remarks = [`the world made ${perSecond} events a second`];
  return [
    rowWithin(measured, "the page: behind a busy world", "behindMs", name, 1_000, remarks),
    rowWithin(measured, "the page: processor time of the longest task behind a busy world", "taskMs", name, 100),
  ];
}

/** Makes events at the rate of the budget, or as fast as the machine can. */
async function stream(client: SaldoClient, events: number) {
  const from = (await client.clock.read()).position;
  const begun = performance.now();
  let position = from;
  while (position - from < events) {
    ({ position } = await client.clock.advance({ by: "P4D" }));
    const aheadMs = ((position - from) / EVENTS_PER_SECOND) * 1_000 - (performance.now() - begun);
    if (aheadMs > 0) await pause(aheadMs);
  }
  return { position, perSecond: ((position - from) * 1_000) / (performance.now() - begun) };
}

function rowWithin(
  measured: Measured,
  title: string,
  metric: string,
  name: string,
  atMost: number,
  remarks: readonly string[] = [],
): Row {
  const targets = [measured.target(metric, name, { atMost }, null)];
  return rowOf({ title, unit: "ms", better: "less", figures: measured.figures(metric, null), targets, remarks });
}

function linkOf({ url }: RunningServer): string {
  return `${url}/sandbox/ui/#key=${apiKey}`;
}

function clientOf({ url }: RunningServer): SaldoClient {
  return new SaldoClient({ url, apiKey });
}
