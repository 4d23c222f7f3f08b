import { expect, test } from "vitest";
import { inLanes } from "./in-lanes.ts";

test("so many items are worked on at a time, in their order, and the results keep it", async () => {
  const open: { item: number; end: (result: string) => void }[] = [];
  const begun: number[] = [];
  const results = inLanes(2, [1, 2, 3, 4], (item) => {
    begun.push(item);
    return new Promise<string>((end) => open.push({ item, end }));
  });
  const end = async (item: number) => {
    const index = open.findIndex((one) => one.item === item);
    open.splice(index, 1)[0]?.end(`done ${item}`);
    await new Promise(setImmediate);
  };
  expect(begun).toEqual([1, 2]);
  await end(2);
  expect(begun).toEqual([1, 2, 3]);
  await end(3);
  await end(4);
  await end(1);
  expect(await results).toEqual(["done 1", "done 2", "done 3", "done 4"]);
});

test("no items are no work", async () => {
  expect(await inLanes(2, [], () => 1)).toEqual([]);
});
