import { expect, test } from "vitest";
import { ProgressLine } from "./progress-line.ts";

const terminal = { isTerminal: true, columns: 60, hasColours: false };
const began = { kind: "began", story: "a charge that is paid", done: 0, of: 2 } as const;

function lineOn(screen: typeof terminal, isAsking = () => false) {
  const written: string[] = [];
  const line = new ProgressLine(screen, { write: (text) => written.push(text) }, isAsking);
  return { line, written };
}

test("rewrites one line on a terminal, and leaves it empty for the report", () => {
  const { line, written } = lineOn(terminal);
  line.tell(began);
  line.tell({ ...began, kind: "ended", done: 1 });
  line.end();
  expect(written).toEqual(["\r\u001b[2K0/2 a charge that is paid", "\r\u001b[2K1/2 ", "\r\u001b[2K"]);
});

test("writes nothing over a question, and goes on after its answer", () => {
  let isAsking = true;
  const { line, written } = lineOn(terminal, () => isAsking);
  line.tell(began);
  expect(written).toEqual([]);
  isAsking = false;
  line.tell({ kind: "waits", story: began.story, what: "the payment", until: Date.now() + 60_000 });
  expect(written).toEqual([expect.stringMatching(/0\/2 waits for the payment until \d\d:\d\d:\d\d$/)]);
});

test("writes a line for each story and each long wait elsewhere", () => {
  const { line, written } = lineOn({ ...terminal, isTerminal: false });
  line.tell(began);
  for (const ms of [1_000, 60_000]) {
    line.tell({ kind: "waits", story: began.story, what: "the payment", until: Date.now() + ms });
  }
  line.end();
  expect(written).toEqual(["0/2 a charge that is paid\n", expect.stringMatching(/^ {2}waits for the payment until /)]);
});
