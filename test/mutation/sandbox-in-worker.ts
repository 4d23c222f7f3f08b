import { afterEach } from "vitest";
import { clauses } from "../../contracts-old/clauses/catalogue.ts";
import { InboxCodes } from "../../contracts-old/codes/inbox-codes.ts";
import { isObject } from "../../contracts-old/description/json.ts";
import { Desk } from "../../contracts-old/desk/desk.ts";
import { offersOf } from "../../contracts-old/probe.ts";
import { Shared } from "../../contracts-old/run/shared.ts";
import { loadDocument } from "../../src/spec/document.ts";
import { startSandbox } from "../../src/testing/start-sandbox.ts";

/**
 * For mutation testing the sandbox, and the desk before it, run in the worker of the contracts, where a mutant can be
 * switched on and is seen to be reached.
 */

/** Ten seconds of real time for each of a thousand mutants would be hours, and no mutant of the domain is about them. */
const slow = ["retries.timeout", "retries.patience"];

if (!Shared.hasBegun) {
  const sandbox = await startSandbox();
  // A document of OpenAPI is JSON, which its type cannot say.
  const document = JSON.parse(JSON.stringify(loadDocument("interface").source));
  const permissions = { open: false, settle: false, webhooks: false, budgetCents: 0, cancelOpen: false };
  const codes = new InboxCodes(sandbox.url, fetch);
  const own = { apiKey: undefined, adminToken: undefined, hasControlPlane: true };
  const desk = new Desk({ url: sandbox.url, document, permissions, codes, ...own });
  const receiver = { host: "127.0.0.1", port: 0 };
  const selected = clauses.filter(({ kind, id }) => kind === "documented" && !slow.includes(id)).map(({ id }) => id);
  const target = { place: "in process", url: sandbox.url, useControlPlane: true } as const;
  const options = { version: "", target, document, permissions, patienceMs: 0, receiver, selected };
  Shared.begin({
    deskUrl: await desk.listen(),
    deskToken: desk.token,
    basePath: "",
    offers: offersOf(options, true),
    patienceMs: 0,
    document,
    shippedDocument: document,
    cancelOpen: false,
    receiver,
    selected,
  });
}

/** A clause that could not run because of a mutant has noticed it, too. */
afterEach(({ task }) => {
  const meta: object = task.meta;
  const notes = "notes" in meta && isObject(meta.notes) ? meta.notes : undefined;
  if (notes !== undefined && notes.kind !== "held") throw new Error(`${task.name}: ${notes.kind}`);
});
