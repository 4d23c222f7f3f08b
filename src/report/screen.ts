import { styleText } from "node:util";

/** The screen or file that a report is written to. */
export interface Screen {
  /** Whether lines can be rewritten. */
  readonly isTerminal: boolean;
  readonly columns: number;
  readonly hasColours: boolean;
}

export type Colour = "red" | "green" | "yellow" | "blue" | "magenta" | "cyan" | "dim" | "bold";

type Environment = Readonly<Record<string, string | undefined>>;

/** The width of reports in files, in columns. */
const FILE_COLUMNS = 100;

export function screenOf(output: { isTTY?: boolean; columns?: number }, environment: Environment): Screen {
  const isTerminal = output.isTTY === true;
  return {
    isTerminal,
    // A terminal that does not know its width says 0.
    columns: (isTerminal && output.columns) || FILE_COLUMNS,
    hasColours: hasColours(isTerminal, environment),
  };
}

/** FORCE_COLOR asks for colours also in a file, and NO_COLOR for none, unless they are empty. */
function hasColours(isTerminal: boolean, { NO_COLOR, FORCE_COLOR, TERM }: Environment): boolean {
  if ((FORCE_COLOR ?? "") !== "") return FORCE_COLOR !== "0";
  return isTerminal && (NO_COLOR ?? "") === "" && TERM !== "dumb";
}

export function coloured(screen: Screen, colour: Colour, text: string): string {
  return screen.hasColours ? styleText(colour, text, { validateStream: false }) : text;
}

/** Returns a text of at most `columns` characters, with an ellipsis if it was cut. */
export function clipped(text: string, columns: number): string {
  const characters = Array.from(text);
  return characters.length <= columns ? text : `${characters.slice(0, Math.max(0, columns - 1)).join("")}…`;
}

/** Returns lines of at most `columns` characters, broken at spaces if possible. */
export function wrapped(text: string, columns: number): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ").flatMap((one) => cutWord(one, columns))) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (Array.from(longer).length > columns && line !== "") {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}

function cutWord(word: string, columns: number): readonly string[] {
  const characters = Array.from(word);
  const pieces: string[] = [];
  for (let at = 0; at < characters.length; at += columns) pieces.push(characters.slice(at, at + columns).join(""));
  return pieces.length === 0 ? [""] : pieces;
}
