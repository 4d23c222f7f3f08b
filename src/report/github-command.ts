import { harmless } from "./printed-text.ts";

type Level = "error" | "warning" | "notice";

const MAX_CHARACTERS = 4_000;

/** Returns the command of one annotation. `place`: the line of a file that it is shown at. */
export function command(level: Level, title: string, text: string, place?: { file: string; line: number }): string {
  const cut = text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text;
  const at = place === undefined ? "" : `file=${escapeProperty(place.file)},line=${place.line},`;
  return `::${level} ${at}title=${escapeProperty(title)}::${escapeData(cut)}`;
}

function escapeData(text: string): string {
  // Who reads the log of a workflow may do so in a terminal; no carriage return is left.
  return harmless(text).replaceAll("%", "%25").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
