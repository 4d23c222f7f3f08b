import { once } from "node:events";
import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import { NoCode } from "./code-source.ts";
import { PromptCodes } from "./prompt-codes.ts";

const never = new AbortController().signal;
const question = "The code of withdrawal wdr_1, from the e-mail: ";

function request(notThese: readonly string[] = [], withdrawId = "wdr_1") {
  return { withdrawId, sentAfter: "2026-03-02T12:00:00.000Z", notThese, apiKey: "the-key" };
}

/** What a person sees and types. */
class Desk {
  readonly input: PassThrough & { readonly isTTY?: boolean };
  readonly output = new PassThrough();
  readonly codes: PromptCodes;
  shown = "";

  constructor(isTTY = true) {
    this.input = Object.assign(new PassThrough(), { isTTY });
    this.codes = new PromptCodes(this.input, this.output);
    this.output.on("data", (data: Buffer) => {
      this.shown += data.toString();
    });
  }

  /** Until so many questions are there. */
  async asks(times: number): Promise<void> {
    while (this.shown.split("from the e-mail: ").length - 1 < times) await once(this.output, "data");
  }
}

it("asks for the code of the withdrawal and gives what is typed", async () => {
  const desk = new Desk();
  const asked = desk.codes.code(request(), never);
  await desk.asks(1);
  desk.input.write(" 482 915\n");

  expect(await asked).toBe("482915");
  expect(desk.shown).toBe(question);
});

it("asks again when it is no code, or an older one", async () => {
  const desk = new Desk();
  const asked = desk.codes.code(request(["111111"]), never);
  for (const [index, line] of ["4829", "48291x", "111111", "482915"].entries()) {
    await desk.asks(index + 1);
    desk.input.write(`${line}\n`);
  }

  expect(await asked).toBe("482915");
  const again = "A code has six digits. An empty line gives up.\n";
  const older = "That is an older code of this withdrawal.\n";
  expect(desk.shown).toBe(`${question}${again}${question}${again}${question}${older}${question}`);
});

it("gives up at an empty line, and can ask again afterwards", async () => {
  const desk = new Desk();
  const asked = desk.codes.code(request(), never);
  await desk.asks(1);
  desk.input.write("\n");
  await expect(asked).rejects.toThrow(new NoCode("given up: an empty line was typed"));

  const next = desk.codes.code(request(), never);
  await desk.asks(2);
  desk.input.write("482915\n");
  expect(await next).toBe("482915");
});

it("gives up when a person ends the input", async () => {
  const desk = new Desk();
  const asked = desk.codes.code(request(), never);
  await desk.asks(1);
  desk.input.end();
  await expect(asked).rejects.toThrow(new NoCode("given up: the input was ended"));
});

it("reads a pipe line by line, the last without an end too, and then says that nobody can be asked", async () => {
  const desk = new Desk(false);
  desk.input.end("111111\n222222\n333333");
  expect(await desk.codes.code(request(), never)).toBe("111111");
  expect(await desk.codes.code(request(), never)).toBe("222222");
  expect(await desk.codes.code(request(), never)).toBe("333333");

  const nobody = new NoCode("nobody can be asked: the standard input is no terminal, and has ended");
  await expect(desk.codes.code(request(), never)).rejects.toThrow(nobody);
});

it("says that nobody can be asked where the input had ended before", async () => {
  const desk = new Desk(false);
  desk.input.end();
  desk.input.resume();
  await once(desk.input, "end");
  await expect(desk.codes.code(request(), never)).rejects.toThrow("nobody can be asked");
});

it("takes an input that breaks for one that has ended", async () => {
  const desk = new Desk(false);
  const asked = desk.codes.code(request(), never);
  await desk.asks(1);
  desk.input.destroy(new Error("EIO"));
  await expect(asked).rejects.toThrow("nobody can be asked");
});

it("ends the question when it is aborted, and takes what is typed too late for no other withdrawal's code", async () => {
  const desk = new Desk();
  const aborting = new AbortController();
  const asked = desk.codes.code(request(), aborting.signal);
  await desk.asks(1);
  aborting.abort(new Error("the run is over"));
  await expect(asked).rejects.toThrow("the run is over");
  expect(desk.shown).toBe(`${question}\n`);

  await new Promise((typed) => desk.input.write("111111\n", typed));
  const next = desk.codes.code(request([], "wdr_2"), never);
  await desk.asks(2);
  desk.input.write("482915\n");
  expect(await next).toBe("482915");
});

it("asks one question at a time; who gives up waiting leaves the queue", async () => {
  const desk = new Desk();
  const aborting = new AbortController();
  const first = desk.codes.code(request(), never);
  const second = desk.codes.code(request([], "wdr_2"), aborting.signal);
  const third = desk.codes.code(request([], "wdr_3"), never);
  await desk.asks(1);
  aborting.abort(new Error("the run is over"));
  await expect(second).rejects.toThrow("the run is over");
  expect(desk.shown).toBe(question);

  desk.input.write("111111\n");
  expect(await first).toBe("111111");
  await desk.asks(2);
  expect(desk.shown).toContain("wdr_3");
  desk.input.write("333333\n");
  expect(await third).toBe("333333");
});

it("shows an id without what would command the terminal", async () => {
  const desk = new Desk();
  const asked = desk.codes.code(request([], "wdr_\x1b[2J\n"), never);
  await desk.asks(1);
  desk.input.write("482915\n");
  await asked;
  expect(desk.shown).toBe("The code of withdrawal wdr_?[2J?, from the e-mail: ");
});

it("ends the question when it is closed", async () => {
  const desk = new Desk();
  const asked = desk.codes.code(request(), never);
  await desk.asks(1);
  await desk.codes.close();
  await expect(asked).rejects.toThrow(new NoCode("the source of codes was closed"));
  await expect(desk.codes.code(request(), never)).rejects.toThrow(new NoCode("the source of codes was closed"));
});
