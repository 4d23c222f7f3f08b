import { describe, expect, it } from "vitest";
import { KeptList } from "./kept-list.ts";
import { listCommonResponses } from "./operations.ts";
import { compileNotification, compileResponses, type OutcomeShapes } from "./renderer.ts";
import { SpecError } from "./spec-error.ts";
import { operationOf, sampleDocument } from "./testing/sample-document.ts";

const COMMON: OutcomeShapes = { unauthorized: {}, "route-unknown": {} };
const BALANCE: OutcomeShapes = {
  "balance-read": { balance: true, holds: [{ chargeId: true, money: { cents: true } }] },
};
const WITHDRAWAL = {
  withdrawId: true,
  value: true,
  endToEndId: true,
  customer: { name: true },
  metadata: true,
} as const;
const WITHDRAW: OutcomeShapes = {
  initiated: WITHDRAWAL,
  "already-open": { withdrawId: true },
  "still-valid": { withdrawId: true, expiresAt: true },
};

async function compile(operationId: string, shapes: OutcomeShapes, actions?: string) {
  const operation = operationOf(await sampleDocument(actions), operationId);
  const own = operation.responses.flatMap(({ outcomes }) => outcomes);
  const common = Object.entries(COMMON).filter(([name]) => own.includes(name));
  const renderers = compileResponses(operation, { ...Object.fromEntries(common), ...shapes });
  return (view: { type: string; [field: string]: unknown }) => {
    const rendered = renderers.get(view.type)?.(view);
    if (!rendered) throw new Error(`no renderer for ${view.type}`);
    return { ...rendered, json: rendered.body === null ? null : JSON.parse(rendered.body) };
  };
}

async function refusal(promise: Promise<unknown>): Promise<SpecError> {
  const error = await promise.catch((reason: unknown) => reason);
  if (!(error instanceof SpecError)) throw new Error(`expected a SpecError, got ${String(error)}`);
  return error;
}

const balanceView = {
  type: "balance-read",
  balance: 150000,
  holds: [{ chargeId: "c1", money: { cents: 7 }, inner: "not for outside" }],
  unnamed: true,
};

describe("rendering an outcome", () => {
  it("follows the schema: order, envelope, constants, lists, dotted paths, allOf", async () => {
    const render = await compile("readBalance", BALANCE);
    expect(render(balanceView)).toMatchObject({
      status: 200,
      contentType: "application/json",
      body:
        '{"status":200,"message":"The balance","data":' +
        '{"balance":150000,"currency":"BRL","holds":[{"chargeId":"c1","amountCents":7}]}}',
    });
  });

  it("keeps the text of a list that does not change, and writes a new list again", async () => {
    const render = await compile("readBalance", BALANCE);
    let views = 0;
    const viewOf = (cents: number) => {
      views += 1;
      return { chargeId: `c${views}`, money: { cents } };
    };
    const shown = (source: readonly number[]) => {
      const view = { type: "balance-read", balance: 1, holds: new KeptList(source, viewOf) };
      return render(view).json.data.holds;
    };
    const [first, second] = [[7, 8], [9]];
    const written = [
      { chargeId: "c1", amountCents: 7 },
      { chargeId: "c2", amountCents: 8 },
    ];
    expect([shown(first), shown(first)]).toEqual([written, written]);
    expect(shown(second)).toEqual([{ chargeId: "c3", amountCents: 9 }]);
  });

  it.each([
    [
      "reversed",
      '{target: "$..holds", update: {x-order: reversed}}',
      { holds: [{ chargeId: "8" }, { chargeId: "7" }] },
    ],
    ["counted", '{target: "$..holds", update: {x-value: $count(holds), type: integer}}', { holds: 2 }],
    [
      "as part of items that show the message",
      '{target: "$.components.schemas.Hold.properties.chargeId", update: {x-value: $message}}',
      { holds: [{ chargeId: "first" }, { chargeId: "first" }] },
    ],
  ])("shows a list that does not change %s", async (_, action, expected) => {
    const render = await compile("readBalance", BALANCE, `\n      - ${action}`);
    const holds = new KeptList([7, 8], (cents) => ({ chargeId: `${cents}`, money: { cents } }));
    const shown = (message: string) => render({ type: "balance-read", balance: 1, holds, message }).json.data;
    shown("before");
    expect(shown("first")).toMatchObject(expected);
  });

  it("tells status, code, type and message of a problem, and omits what the outcome does not have", async () => {
    const render = await compile("withdraw", WITHDRAW);
    const refused = render({ type: "already-open", withdrawId: "w1", message: "w1 is open" });
    expect(refused).toMatchObject({ status: 409, contentType: "application/problem+json" });
    expect(refused.json).toEqual({
      type: "urn:saldo:problem:already-open",
      status: 409,
      code: "ALREADY_OPEN",
      detail: "w1 is open",
      withdrawId: "w1",
    });
    const other = render({ type: "still-valid", withdrawId: "w1", expiresAt: "2026-01-01T00:00:00.000Z" });
    expect(other.json).toMatchObject({ code: "STILL_VALID", detail: "Another one is open" });
    expect(other.json.expiresAt).toBe("2026-01-01T00:00:00.000Z");
  });

  it("keeps null, omits undefined, copies leaves and free-form values", async () => {
    const render = await compile("withdraw", WITHDRAW);
    const view = { type: "initiated", withdrawId: "w1", value: 1, customer: null, metadata: { a: [1, { b: null }] } };
    expect(render(view).body).toBe('{"id":"w1","value":1,"customer":null,"metadata":{"a":[1,{"b":null}]}}');
    expect(render({ ...view, customer: { name: "Ana", id: 1 } }).json.customer).toEqual({ name: "Ana" });
  });

  it("renders a list at any place, an empty one too", async () => {
    const render = await compile("listWithdrawals", { "withdrawals-listed": { withdrawals: [WITHDRAWAL] } });
    expect(render({ type: "withdrawals-listed", withdrawals: [] }).body).toBe('{"data":[]}');
    const item = { withdrawId: "w1", value: 1, endToEndId: undefined, customer: null };
    expect(render({ type: "withdrawals-listed", withdrawals: [item] }).json.data).toEqual([
      { id: "w1", value: 1, customer: null },
    ]);
  });

  it("has no body for a response without content", async () => {
    const render = await compile("forget", { forgotten: {} });
    expect(render({ type: "forgotten" })).toMatchObject({ status: 204, contentType: null, body: null });
  });

  it("renders the outcomes of the root x-responses", async () => {
    const responses = listCommonResponses(await sampleDocument());
    const common = compileResponses({ operationId: "x-responses", responses }, COMMON);
    const { body } = common.get("route-unknown")?.({ type: "route-unknown" }) ?? {};
    expect(body).toBe('{"status":404,"message":"No such route"}');
    expect(common.get("unauthorized")?.({ type: "unauthorized" }).status).toBe(401);
  });

  it("does not let a view's type and message out of a free-form body", async () => {
    const actions = `
      - {target: "$.paths['/balance'].get.responses['200'].content['application/json'].schema", remove: true}
      - {target: "$.paths['/balance'].get.responses['200'].content['application/json']", update: {schema: {type: object}}}`;
    const render = await compile("readBalance", { "balance-read": { balance: true } }, actions);
    expect(render({ ...balanceView, message: "m" }).body).toBe('{"balance":150000}');
  });

  it("renders notifications of the webhooks section", async () => {
    const shape = { event: true, timestamp: true, withdrawId: true, customer: { name: true } } as const;
    const render = compileNotification(await sampleDocument(), "withdraw.completed", shape);
    expect(render({ event: "withdraw.completed", timestamp: "t", withdrawId: "w1", customer: null })).toBe(
      '{"event":"withdraw.completed","data":{"withdrawId":"w1","customer":null},"timestamp":"t"}',
    );
  });
});

describe("an overlay changes", () => {
  const balance = "$.paths['/balance'].get.responses";

  it("a status", async () => {
    const actions = `
      - {target: "$.paths.*.post.responses['409']['x-outcomes'][?@ == 'still-valid']", remove: true}
      - target: $.paths.*.post.responses
        update:
          "425":
            description: Too early
            x-outcomes: [still-valid]
            content: {application/json: {schema: {type: object, properties: {expiresAt: {type: string}}}}}`;
    // The 409 now has no outcome with an expiry.
    const without = `${actions}
      - {target: "$.paths.*.post.responses['409'].content.*.schema.properties.expiresAt", remove: true}`;
    const render = await compile("withdraw", WITHDRAW, without);
    expect(render({ type: "still-valid", withdrawId: "w", expiresAt: "t" })).toMatchObject({
      status: 425,
      body: '{"expiresAt":"t"}',
    });
    expect(render({ type: "already-open", withdrawId: "w" }).status).toBe(409);
    expect((await refusal(compile("withdraw", WITHDRAW, actions))).message).toMatch(/already-open.*expiresAt/);
  });

  it("an envelope", async () => {
    const actions = `
      - {target: "${balance}['200'].content['application/json'].schema", remove: true}
      - target: ${balance}['200'].content['application/json']
        update: {schema: {type: object, required: [result], properties: {ok: {const: true}, result: {x-value: $, type: object, properties: {balance: {type: integer}}}}}}`;
    const render = await compile("readBalance", BALANCE, actions);
    expect(render(balanceView).body).toBe('{"ok":true,"result":{"balance":150000}}');
  });

  it("a field's name", async () => {
    const actions = `
      - {target: $.components.schemas.Hold.properties.amountCents, remove: true}
      - target: $.components.schemas.Hold
        update: {properties: {amount: {type: integer, x-value: money.cents}}}`;
    const render = await compile("readBalance", BALANCE, actions);
    expect(render(balanceView).json.data.holds).toEqual([{ chargeId: "c1", amount: 7 }]);
  });

  it("words for values, plain values into objects, the number of a list's items, and its order", async () => {
    const actions = `
      - {target: $.components.schemas.Hold.properties, remove: true}
      - target: $.components.schemas.Hold
        update:
          properties:
            state: {x-value: chargeId, x-values: {c1: FIRST, "true": YES}}
            first: {x-value: chargeId, x-values: {c1: 1}, x-others: omit}
            charge: {type: object, x-value: chargeId, properties: {id: {x-value: $}}}
      - target: $.paths['/balance'].get.responses['200']..properties.balance
        update: {x-value: $count(holds)}
      - target: $.paths['/balance'].get.responses['200']..properties.holds
        update: {x-order: reversed}`;
    const render = await compile("readBalance", BALANCE, actions);
    const holds = ["c1", "c2"].map((chargeId) => ({ chargeId, money: { cents: 1 } }));
    expect(render({ ...balanceView, holds }).json.data).toEqual({
      balance: 2,
      currency: "BRL",
      holds: [
        { state: "c2", charge: { id: "c2" } },
        { state: "FIRST", first: 1, charge: { id: "c1" } },
      ],
    });
  });

  it("how what is not there is shown, and an id of its own", async () => {
    const actions = `
      - target: $.components.schemas.Withdrawal.properties.customer
        update: {x-none: omit}
      - target: $.components.schemas.Withdrawal.properties.endToEndId
        update: {x-none: "null"}
      - target: $.components.schemas.Withdrawal.properties
        update: {traceId: {x-value: $id}}`;
    const render = await compile("withdraw", WITHDRAW, actions);
    const view = { type: "initiated", withdrawId: "w1", value: 1, customer: null };
    expect(render(view).body).toMatch(/^\{"id":"w1","value":1,"endToEndId":null,"traceId":"[0-9a-f]{32}"\}$/);
    expect(render(view).json.traceId).not.toBe(render({ ...view, value: 2 }).json.traceId);
  });

  it("a view into a list of one", async () => {
    const actions = `
      - {target: "${balance}['200'].content['application/json'].schema", remove: true}
      - target: ${balance}['200'].content['application/json']
        update: {schema: {type: object, properties: {all: {type: array, x-value: $, items: {type: object, properties: {balance: {}}}}}}}`;
    const render = await compile("readBalance", BALANCE, actions);
    expect(render(balanceView).body).toBe('{"all":[{"balance":150000}]}');
  });

  it("nothing that the views cannot fill", async () => {
    const actions = `
      - target: $.components.schemas.Hold.properties.amountCents
        update: {x-value: money.reais}`;
    const error = await refusal(compile("readBalance", BALANCE, actions));
    expect(error).toMatchObject({ operationId: "readBalance", outcome: "balance-read" });
    expect(error.at).toBe("$.data.holds[*].amountCents");
    expect(error.message).toMatch(/no field "money.reais".*chargeId, money/);
  });
});

describe("the start stops for", () => {
  const responses = "$.paths['/balance'].get.responses";

  it("an outcome without a response", async () => {
    const error = await refusal(compile("readBalance", { ...BALANCE, "clock-busy": {} }));
    expect(error.message).toMatch(/readBalance.*clock-busy.*x-outcomes/);
  });

  it("an outcome that the code does not know", async () => {
    const error = await refusal(compile("withdraw", { initiated: WITHDRAWAL, "still-valid": { expiresAt: true } }));
    expect(error).toMatchObject({ operationId: "withdraw", outcome: "already-open" });
    expect(error.message).toMatch(/does not know.*initiated/);
  });

  it("an outcome with two responses, or with one that has no status", async () => {
    const twice = `\n      - {target: "${responses}", update: {"202": {description: d, x-outcomes: [balance-read]}}}`;
    expect((await refusal(compile("readBalance", BALANCE, twice))).message).toMatch(
      /two responses.*200 and 202|202 and 200/,
    );
    const noStatus = `\n      - {target: "${responses}", update: {default: {description: d, x-outcomes: [other]}}}`;
    expect((await refusal(compile("readBalance", BALANCE, noStatus))).message).toMatch(/status.*default/);
  });

  it("a required field that one outcome of the response lacks", async () => {
    const shapes = { ...WITHDRAW, initiated: { value: true, customer: true } } as const;
    const error = await refusal(compile("withdraw", shapes));
    expect(error).toMatchObject({ outcome: "initiated", at: "$.id" });
    expect(error.message).toMatch(/"withdrawId".*value, customer/);
  });

  it("an optional field that no outcome of the response has", async () => {
    const shapes = { ...WITHDRAW, "still-valid": { withdrawId: true } } as const;
    const error = await refusal(compile("withdraw", shapes));
    expect(error.at).toBe("$.expiresAt");
    expect(error.message).toMatch(/withdraw.*already-open.*still-valid.*"expiresAt"/);
  });

  it("an unknown x-value, a schema of another kind, a choice of objects", async () => {
    const shapes = { "balance-read": { balance: true, holds: true } } as const;
    const unknown = `\n      - {target: "${responses}['200']..properties.balance", update: {x-value: $cents}}`;
    expect((await refusal(compile("readBalance", shapes, unknown))).message).toMatch(/\$cents.*allowed: \$, \$status/);
    const list = { "balance-read": { balance: [true], holds: true } } as const;
    expect((await refusal(compile("readBalance", list))).message).toMatch(/schema says integer.*view has a list/);
    const choice = `
      - target: ${responses}['200']..properties.balance
        update: {oneOf: [{type: object, properties: {a: {}}}, {type: object, properties: {b: {}}}]}`;
    expect((await refusal(compile("readBalance", shapes, choice))).message).toMatch(/choice between several schemas/);
  });

  it.each([
    ["{x-value: $count(currency)}", /\$count needs a list/],
    ["{x-values: {a: b}, x-others: none}", /x-others must be omit/],
    ["{type: array, x-value: holds, x-order: oldest}", /x-order must be reversed/],
    ["{x-values: [ON]}", /x-values must be an object/],
    ["{type: array, items: {type: object, properties: {a: {x-value: $}}}}", /a list of objects.*single value/],
    ["{type: object, properties: {cents: {type: integer}}}", /no field "cents"; it is a single value/],
  ])("a balance with %s", async (update, message) => {
    const actions = `
      - {target: "${responses}['200']..properties.balance.type", remove: true}
      - {target: "${responses}['200']..properties.balance", update: ${update}}`;
    expect((await refusal(compile("readBalance", BALANCE, actions))).message).toMatch(message);
  });

  it("a notification that the document lacks, or whose view lacks a field", async () => {
    const document = await sampleDocument();
    expect(() => compileNotification(document, "withdraw.failed", {})).toThrow(/withdraw.failed.*no such event/);
    const shape = { event: true, timestamp: true, customer: true } as const;
    expect(() => compileNotification(document, "withdraw.completed", shape)).toThrow(/\$\.data\.withdrawId/);
  });

  it("names from a prototype", async () => {
    const shapes = { "balance-read": { balance: true, holds: true } } as const;
    const actions = `\n      - {target: "${responses}['200']..properties.balance", update: {x-value: constructor.name}}`;
    expect((await refusal(compile("readBalance", shapes, actions))).message).toMatch(/no field "constructor.name"/);
    const outcome = `\n      - {target: "${responses}['200']", update: {x-outcomes: [constructor]}}`;
    expect((await refusal(compile("readBalance", shapes, outcome))).message).toMatch(/constructor.*does not know/);
  });
});
