import { expect, test } from "vitest";
import { MessageSplitter } from "./message-splitter.ts";

const stream = ': keep-alive\n\nid: 7\nevent: ChargePaid\ndata: {"position":7}\n\nid: 8\nevent: ClockSet\ndata: {}\n\n';

test.each([1, 2, 3, 7, 1_000])("messages are whole, whatever the size of the pieces (%i)", (size) => {
  const splitter = new MessageSplitter();
  const pieces = stream.match(new RegExp(`[^]{1,${size}}`, "g")) ?? [];
  expect(pieces.flatMap((piece) => splitter.push(piece))).toEqual([
    { id: null, type: "comment", data: "" },
    { id: "7", type: "ChargePaid", data: '{"position":7}' },
    { id: "8", type: "ClockSet", data: "{}" },
  ]);
});

test("a message that is not complete is not told", () => {
  expect(new MessageSplitter().push("id: 7\nevent: ChargePaid\n")).toEqual([]);
});
