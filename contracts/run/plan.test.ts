import { expect, test } from "vitest";
import { clause } from "../clauses/clause.ts";
import { story } from "../stories/story.ts";
import type { Capability } from "../target/driver/capability.ts";
import { planOf } from "./plan.ts";
import { Turns } from "./turns.ts";

const paid = story("paid", ["open", "settle"], { payouts: 1, mails: 2 }, async () => {});
const charged = story("charged", ["make-charge", "webhooks"], { webhooks: 1, waitMs: 5_000 }, async () => {});
const read = story("read", [], {}, async () => {});

function of(id: string, ...needs: (typeof paid)[]) {
  return clause({ id, section: "Limits", text: id, needs, judge: () => [] });
}

test("a plan has each story once, its price, and what would free how many clauses", () => {
  const clauses = [of("a", paid), of("b", paid, charged), of("c", charged), of("d", read)];
  const has = new Set<Capability>(["open", "settle"]);
  const plan = planOf(clauses, has);
  expect(plan.stories.map(({ story: { name }, missing }) => [name, missing])).toEqual([
    ["charged", ["make-charge", "webhooks"]],
    ["read", []],
    ["paid", []],
  ]);
  expect(plan.price).toEqual({ payouts: 1, mails: 2, webhooks: 0, codeLives: 0, waitMs: 0 });
  expect(plan.missing).toEqual([
    { capability: "make-charge", clauses: 1 },
    { capability: "webhooks", clauses: 1 },
  ]);
});

test("turns are given in the order in which they were asked for", async () => {
  const turns = new Turns(1);
  const order: number[] = [];
  const take = async (nth: number) => {
    const end = await turns.take();
    order.push(nth);
    await Promise.resolve();
    end();
    end();
  };
  await Promise.all([take(1), take(2), take(3)]);
  expect(order).toEqual([1, 2, 3]);
});
