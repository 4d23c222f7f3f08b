import type { Answer } from "../../src/client/answer.ts";
import type { Ask } from "../../src/client/connection.ts";
import { type Row, rowsOf } from "../rules/json-reading.ts";
import { adopt, type CompanyBook, differences, lookAt, type SeenCompany } from "./company-book.ts";
import { type MoveOptions, nextMove } from "./company-moves.ts";
import { compareFacts, type Fact, type Move } from "./kept-book.ts";

interface BookmarkLine {
  readonly name: string;
  position: number | null;
  readonly saved: CompanyBook;
}

/** What a client writes down that goes back in time: its company as it is, and as it was at each bookmark. */
export interface TravelBook {
  company: CompanyBook;
  readonly beginning: CompanyBook;
  bookmarks: BookmarkLine[];
}

export interface SeenTravel {
  readonly company: SeenCompany;
  readonly bookmarks: readonly Row[];
}

export async function lookAtTravel(
  ask: Ask,
  { company }: TravelBook,
  unheard: number,
  whole: boolean,
): Promise<SeenTravel> {
  const bookmarks = rowsOf(await ask("GET", "/sandbox/bookmarks"), "bookmarks");
  return { company: await lookAt(ask, company, unheard, whole), bookmarks };
}

export function travelDifferences(book: TravelBook, seen: SeenTravel, whole: boolean): string[] {
  const bookmarks = book.bookmarks.map(({ name, position }) => bookmarkFact(name, position));
  const seenBookmarks = seen.bookmarks.map(({ name, position }) => bookmarkFact(String(name), position));
  return [
    ...differences(book.company, seen.company, whole),
    ...compareFacts("bookmark", bookmarks, bookmarks, seenBookmarks),
  ];
}

export function adoptTravel(book: TravelBook, seen: SeenTravel): void {
  adopt(book.company, seen.company);
  for (const line of book.bookmarks) {
    const position = seen.bookmarks.find(({ name }) => name === line.name)?.position;
    if (typeof position === "number") line.position = position;
  }
}

function bookmarkFact(name: string, position: unknown): Fact {
  return { name, id: typeof position === "number" ? String(position) : null, text: "" };
}

/** What a client that goes back in time may do next. `resets`: also to the beginning. */
export async function nextTravelMove(
  book: TravelBook,
  options: MoveOptions & { readonly resets: boolean },
): Promise<Move<TravelBook>> {
  const { chance } = options;
  const throwing = chance.below(100);
  const mark = book.bookmarks[chance.below(Math.max(1, book.bookmarks.length))];
  if (throwing < 8) return bookmarkSet(`mark ${chance.below(4)}`);
  if (throwing < 10 && mark !== undefined) return bookmarkRemoved(mark.name);
  if (throwing < 18 && mark !== undefined) return rewound(mark.name);
  if (throwing < 22 && options.resets) return wasReset();
  if (throwing < 24) return { ...rewound("nowhere"), expects: "refused", effect: () => {} };
  return ofCompany(await nextMove(book.company, options));
}

function ofCompany({ effect, ...move }: Move<CompanyBook>): Move<TravelBook> {
  return { ...move, effect: (book, answer) => effect?.(book.company, answer) };
}

function bookmarkSet(name: string): Move<TravelBook> {
  const effect = (book: TravelBook, answer: Answer | null) => {
    const position = answer === null ? null : Number(answer.at("position"));
    const others = book.bookmarks.filter((line) => line.name !== name);
    book.bookmarks = [...others, { name, position, saved: structuredClone(book.company) }];
  };
  return { method: "POST", path: "/sandbox/bookmarks", body: { name }, expects: "acknowledged", effect };
}

function bookmarkRemoved(name: string): Move<TravelBook> {
  const path = `/sandbox/bookmarks/${encodeURIComponent(name)}`;
  const effect = (book: TravelBook) => {
    book.bookmarks = book.bookmarks.filter((line) => line.name !== name);
  };
  return { method: "DELETE", path, expects: "acknowledged", effect };
}

function rewound(bookmark: string): Move<TravelBook> {
  const effect = (book: TravelBook) => {
    const saved = book.bookmarks.find(({ name }) => name === bookmark)?.saved;
    if (saved !== undefined) book.company = structuredClone(saved);
  };
  return { method: "POST", path: "/sandbox/rewind", body: { bookmark }, expects: "acknowledged", effect };
}

function wasReset(): Move<TravelBook> {
  const effect = (book: TravelBook) => {
    book.company = structuredClone(book.beginning);
  };
  return { method: "POST", path: "/sandbox/reset", expects: "acknowledged", effect };
}
