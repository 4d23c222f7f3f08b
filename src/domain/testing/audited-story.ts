import { deepStrictEqual } from "node:assert/strict";
import type { Command } from "../command.ts";
import { otpCode } from "../otp.ts";
import type { OutcomeType } from "../outcome.ts";
import type { World } from "../world.ts";
import { auditedView, viewOf } from "./audited-world.ts";
import { Auditor } from "./auditor.ts";
import { commandOf, type Move } from "./moves.ts";
import type { Story } from "./story.ts";

/** A story whose every step an auditor foretells and reads, and then compares with the world. */
export class AuditedStory {
  readonly auditor = new Auditor();
  readonly #story: Story;

  constructor(story: Story) {
    this.#story = story;
    this.auditor.read(story.history);
    this.#compare();
  }

  /** Makes a move, and answers with its outcome unless only time passed. */
  perform(move: Move): OutcomeType | null {
    if (move.do === "advance") {
      this.auditor.read(this.#story.advance(move.by), "by itself");
      this.#compare();
      return null;
    }
    const { world, now: at, history } = this.#story;
    const { auditor } = this;
    const chosen = commandOf(world, move);
    const command = chosen.type === "rewind-world" ? { ...chosen, to: auditor.position } : chosen;
    const isRight = isRightCode(world, command);
    const { outcome } = this.#story.when(command);
    const facts = history.slice(auditor.position);
    const events = facts.map(({ event }) => event);
    auditor.hear({ command, at, isRight, outcome }, events);
    auditor.read(facts, "asked");
    this.#compare();
    return outcome.type;
  }

  #compare(): void {
    deepStrictEqual(viewOf(this.#story.world), auditedView(this.auditor.world));
  }
}

/** Whether a confirmation has the code that the newest e-mail about its withdrawal shows. */
export function isRightCode({ seed, withdrawals }: Readonly<World>, command: Command): boolean {
  if (command.type !== "confirm-withdrawal") return false;
  const { withdrawId } = command;
  return command.otpCode === otpCode(seed, withdrawId, withdrawals.get(withdrawId)?.otp ?? { issue: 1 });
}
