import type { SaldoClient } from "../../client/saldo-client.ts";
import { eventText } from "../event-text.ts";
import { wholeNumber } from "../option-values.ts";
import { fields } from "./table.ts";
import { type Noun, verb } from "./verb.ts";

type Clock = Awaited<ReturnType<SaldoClient["clock"]["read"]>>;
type Advanced = Awaited<ReturnType<SaldoClient["clock"]["advance"]>>;

function clockText({ now, mode, rate, nextDueAt, position }: Clock): string {
  return fields({ now, clock: mode === "frozen" ? "frozen" : `running, ${rate} x`, "next due": nextDueAt, position });
}

function advancedText({ from, to, fired, firedTotal, attempts }: Advanced): string {
  const left = firedTotal - fired.length;
  const { succeeded, failed } = attempts;
  return [
    `${from} → ${to}`,
    ...fired.flatMap((event) => eventText(event) ?? []),
    ...(left > 0 ? [`and ${left} more events`] : []),
    ...(succeeded + failed > 0 ? [`webhook attempts: ${succeeded} succeeded, ${failed} failed`] : []),
  ].join("\n");
}

/** `saldo clock` */
export const clockNoun: Noun = {
  name: "clock",
  text: "read, move, freeze or run the clock of a world",
  usual: "read",
  verbs: [
    verb({
      usage: "read",
      text: "show the time of the world",
      examples: ["read"],
      run: ({ client }) => client.clock.read(),
      show: clockText,
    }),
    verb({
      usage: "advance <duration>",
      text: "let a duration pass, such as P30D or PT5M; everything due happens",
      examples: ["advance P30D                                 thirty days later"],
      run: ({ client, args: [by = ""] }) => client.clock.advance({ by }),
      show: advancedText,
    }),
    verb({
      usage: "to <instant>",
      text: "advance to a time with its offset",
      examples: ["to 2026-04-01T12:00:00Z"],
      run: ({ client, args: [to = ""] }) => client.clock.advance({ to }),
      show: advancedText,
    }),
    verb({
      usage: "next",
      text: "advance to the next thing that is due",
      examples: ["next"],
      run: ({ client }) => client.clock.advance({ toNext: true }),
      show: advancedText,
    }),
    verb({
      usage: "freeze",
      text: "freeze the clock",
      examples: ["freeze"],
      run: ({ client }) => client.clock.set({ mode: "frozen" }),
      show: clockText,
    }),
    verb<Clock, { rate: number }>({
      usage: "run",
      text: "let the clock run",
      options: [
        [
          "--rate <times>",
          null,
          "how many times faster than real time",
          { standard: 1, parse: wholeNumber(1, 100_000) },
        ],
      ],
      examples: ["run --rate 60                                a minute in each second"],
      run: ({ client, flags: { rate } }) => client.clock.set({ mode: "running", rate }),
      show: clockText,
    }),
  ],
};
