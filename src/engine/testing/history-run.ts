import { expect, vi } from "vitest";
import { type Asked, Audit, type Tally } from "./history-audit.ts";
import { type Room, WorldProcess } from "./history-process.ts";
import type { History, Journey, Step, Wish } from "./history-step.ts";
import { Wishes } from "./history-wishes.ts";
import { expectedSight } from "./model-seen.ts";
import { newModelState, type Receivers, type Verdict } from "./model-state.ts";
import { ModelWorld } from "./model-world.ts";
import { quiet, startAt } from "./stage.ts";

/** A world is written down when it was quiet for so long. */
const quietMs = 1_000;

/** Lives a history: a world and the auditor who says at every step what has to be seen. Throws when they differ. */
export async function live(history: History): Promise<Tally> {
  const { historyLimit, segmentBytes } = history;
  const receivers = receiversOf(history.answers);
  const room = { historyLimit, segmentBytes, receivers };
  const process = await WorldProcess.begin(room);
  const { position } = await process.settled();
  const beginning = { state: newModelState(startAt, 150_000), before: null, resets: 0, position };
  const positions = new Map([[position, beginning]]);
  const model = new ModelWorld({ beginning, positions, historyLimit, receivers });
  const run = new HistoryRun(history, room, new Audit(process, model));
  const tally = await run.live();
  await process.end();
  return tally;
}

class HistoryRun {
  readonly #history: History;
  readonly #room: Room;
  readonly #audit: Audit;

  constructor(history: History, room: Room, audit: Audit) {
    this.#history = history;
    this.#room = room;
    this.#audit = audit;
  }

  async live(): Promise<Tally> {
    await this.#audit.look();
    const first = await this.#liveOpening();
    for (const step of this.#history.steps) await this.#take(step);
    await this.#audit.restart(null);
    const tally = { ...this.#audit.tally };
    this.#answerWith(this.#history.answers);
    await this.#audit.ask({ shorts: [], long: { do: "reset", deliveries: "resume" } });
    expect(await this.#liveOpening(), "what comes after a reset").toEqual(first);
    return tally;
  }

  async #take(step: Step): Promise<void> {
    switch (step.step) {
      case "ask":
        await this.#audit.ask(this.#requests(step.wishes, step.journey));
        return;
      case "crash":
        if (step.isSaving) vi.advanceTimersByTime(quietMs);
        await this.#audit.askInVain(this.#requests(step.wishes, step.journey), step.power);
        return;
      case "restart":
        await this.#audit.restart(step.power);
        return;
      case "rest":
        vi.advanceTimersByTime(quietMs);
        await quiet();
        await this.#audit.look();
        return;
      case "receivers":
        this.#answerWith(step.answers);
    }
  }

  /** Says all that was answered and, at the end, seen; identifiers too. */
  async #liveOpening(): Promise<unknown> {
    const answers: unknown[] = [];
    for (const wish of this.#history.opening) {
      const isJourney = wish.do === "advance" || wish.do === "advance-to-next";
      const heard = await this.#audit.ask(isJourney ? this.#requests([], wish) : this.#requests([wish], null));
      answers.push(...heard.map(({ outcome }) => ({ ...outcome, ...withoutPositions })));
    }
    const { bookmarks: _, route: __, ...seen } = expectedSight(this.#audit.model, this.#audit.names.of);
    // The auditor's own things go on changing.
    return structuredClone({ answers, seen });
  }

  #requests(wishes: readonly Wish[], journey: Journey | null): Asked {
    const { model, names, withinCommands } = this.#audit;
    const by = new Wishes(model, names);
    const shorts = wishes.map((wish) => by.request(wish, wishes.length === 1 && journey === null));
    return { shorts, long: journey === null ? null : by.journey(journey, withinCommands) };
  }

  #answerWith(answers: readonly Verdict[]): void {
    this.#room.receivers = receiversOf(answers);
    this.#audit.model.surroundings.receivers = this.#room.receivers;
  }
}

/** The history is longer when it is lived once more. */
const withoutPositions = { position: null, fromPosition: null, fired: null };

function receiversOf(answers: readonly Verdict[]): Receivers {
  return (receiver, event, at) => {
    const turn = receiver * 3 + event.length + Math.floor((at - startAt) / 1_000);
    return answers[turn % answers.length] ?? "ok";
  };
}
