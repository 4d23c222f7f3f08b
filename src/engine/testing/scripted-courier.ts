import type { Courier, Report } from "../../outbound/courier.ts";
import type { Letter } from "../../outbound/letter.ts";

export const acknowledged: Report = {
  httpStatus: 200,
  failure: null,
  error: null,
  durationMs: 1,
  responseBody: "",
};
export const refused: Report = {
  httpStatus: 500,
  failure: "STATUS",
  error: "The receiver answered 500.",
  durationMs: 1,
  responseBody: null,
};

/** What the outside world makes of a letter. */
export type Script = (letter: Letter, abandon: AbortSignal | undefined) => Report | null | Promise<Report | null>;

/** Stands for the outside world where a test must decide when and how an attempt ends; notes every letter in order. */
export class ScriptedCourier implements Pick<Courier, "deliver"> {
  readonly letters: Letter[] = [];
  readonly #answer: Script;

  constructor(answer: Script = () => acknowledged) {
    this.#answer = answer;
  }

  async deliver(letter: Letter, abandon?: AbortSignal): Promise<Report | null> {
    this.letters.push(letter);
    return this.#answer(letter, abandon);
  }
}
