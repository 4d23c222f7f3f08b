import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished } from "vitest";
import { SaldoClient } from "../../src/client/saldo-client.ts";
import { RunningSaldo } from "../running-saldo.ts";
import { startBrowser } from "./browser.ts";
import { en, pt } from "./texts.ts";

/** Only what hangs takes longer. A tab in the background gives its stream up after 30 s, which must not end a wait. */
export const MAX_WAIT_MS = 20_000;

/** Each file of tests has a browser of its own. */
let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser?.close());

/** A Saldo of its own process, whose clock stands still and whose identifiers are the same every time. */
export async function startSaldo(...args: readonly string[]) {
  const begins = ["--clock", "frozen", "--start-at", "2026-03-02T12:00:00Z", "--seed", "demo"];
  const saldo = new RunningSaldo([...begins, ...args]);
  onTestFinished(() => saldo[Symbol.asyncDispose]());
  const banner = await saldo.shows(/address +http:[\s\S]*?documents .*\n/);
  const link = /page +(http:\S+)/.exec(banner)?.[1];
  // Without this the test would wait for the link until its time is over.
  if (link === undefined) throw new Error("dist/ui has no page, or another command builds it now: npm run build:ui");
  const client = new SaldoClient({ url: await saldo.address(), apiKey: "sandbox-key" });
  return Object.assign(saldo, { link, client });
}

/** A container that starts or ends changes the machine's network, and the browser drops connections that it is making. */
const NETWORK_CHANGED = /net::ERR_NETWORK_CHANGED/;

/** Opens a page; at the end of the test it must have written no error to the console. */
export async function openPage(link: string, { expectedErrors = [], ...options }: PageOptions = {}): Promise<Page> {
  const context = await browser.newContext({ locale: "en-GB", timezoneId: "America/Sao_Paulo", ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(MAX_WAIT_MS);
  const errors: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(`${message.text()} ${message.location().url}`);
  });
  page.on("pageerror", (error) => errors.push(error.stack ?? error.message));
  onTestFinished(async () => {
    await context.close();
    const expected = [NETWORK_CHANGED, ...expectedErrors];
    expect(errors.filter((error) => !expected.some((one) => one.test(error)))).toEqual([]);
  });
  await page.goto(link);
  return page;
}

type PageOptions = NonNullable<Parameters<Browser["newContext"]>[0]> & {
  /** What the browser itself writes about answers that the test brings about. */
  readonly expectedErrors?: readonly RegExp[];
};

const languages = { en: { locale: "en-GB", t: en }, pt: { locale: "pt-BR", t: pt } } as const;

type SaldoOptions = PageOptions & {
  /** The words that the Saldo is started with. */
  readonly args?: readonly string[];
  readonly language?: keyof typeof languages;
  readonly width?: number;
  /** The place of the page that is shown. */
  readonly at?: string;
};

/** Opens the page of a new Saldo, and waits until it is live. */
export async function openSaldo({ args = [], language = "en", width = 1_280, at, ...options }: SaldoOptions = {}) {
  const saldo = await startSaldo(...args);
  const { locale, t } = languages[language];
  const page = await openPage(saldo.link, { locale, viewport: { width, height: 900 }, ...options });
  await page.getByText(t.connection.live, { exact: true }).waitFor({ state: "attached" });
  if (at !== undefined) await show(page, at);
  return { saldo, client: saldo.client, page, t };
}

/** Shows a place by its address. */
export async function show(page: Page, place: string): Promise<void> {
  await page.goto(`${page.url().replace(/#.*/, "")}#/${place}`);
}

/** Lets calls of a kind wait until the returned function is called. */
export async function holdBack(page: Page, path: string | RegExp, method?: string): Promise<() => void> {
  const released = Promise.withResolvers<void>();
  await page.route(path, async (route) => {
    if (method === undefined || route.request().method() === method) await released.promise;
    await route.fallback();
  });
  return released.resolve;
}
