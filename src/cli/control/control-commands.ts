import type { Command } from "commander";
import type { CommandLine } from "../output.ts";
import { chargeNoun } from "./charge.ts";
import { clockNoun } from "./clock.ts";
import { faultNoun } from "./fault.ts";
import { bookmarkNoun, resetVerb, rewindVerb } from "./history.ts";
import { inboxNoun } from "./inbox.ts";
import { presetNoun } from "./preset.ts";
import { statementVerb } from "./statement.ts";
import { addTailCommand } from "./tail.ts";
import { addNoun, addVerb } from "./verb.ts";
import { webhookNoun } from "./webhook.ts";
import { withdrawalNoun } from "./withdrawal.ts";
import { worldNoun } from "./world.ts";

const NOUNS = [
  clockNoun,
  inboxNoun,
  chargeNoun,
  withdrawalNoun,
  webhookNoun,
  bookmarkNoun,
  worldNoun,
  faultNoun,
  presetNoun,
];

/** Adds the commands that use the control plane of a running sandbox. */
export function addControlCommands(program: Command, line: CommandLine): void {
  for (const noun of NOUNS) addNoun(program, line, noun);
  addVerb(program.command(rewindVerb.usage), line, "rewind", rewindVerb);
  addVerb(program.command(resetVerb.usage), line, "reset", resetVerb);
  addVerb(program.command(statementVerb.usage), line, "statement", statementVerb);
  addTailCommand(program, line);
}
