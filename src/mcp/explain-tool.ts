import { toldStory } from "./story.ts";
import { firstLines, type Tool } from "./tool.ts";

const MAX_EVENTS = 50;

/** Tells what happened, and why. */
export const explainTool: Tool = {
  name: "explain",
  description:
    "Explain what happened between two positions of the history, or to one thing: events with their reasons, calls of the application with their answers, attempts to deliver webhooks. Oldest first, each line with its position. With nothing given, the newest.",
  inputs: {
    after: { type: "integer", minimum: 0, description: "Begin behind this position." },
    before: { type: "integer", minimum: 1, description: "End before this position." },
    about: {
      type: "string",
      description: "Only what has this identifier: of a withdrawal, charge, webhook or delivery.",
    },
  },
  required: [],
  isReadOnly: true,
  async run({ after, before, about }, client) {
    const span = {
      ...(after !== undefined && { after: Number(after) }),
      ...(before !== undefined && { before: Number(before) }),
      ...(about !== undefined && { about: String(about) }),
    };
    const lines = await toldStory(client, span, MAX_EVENTS);
    if (lines.length === 0) return "Nothing happened there. With nothing given, the newest is told.";
    return `${firstLines(lines.join("\n"), "Give after and before.")}\nPage: ${client.url}/sandbox/ui/#/time`;
  },
};
