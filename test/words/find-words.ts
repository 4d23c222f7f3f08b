import { readFileSync } from "node:fs";
import { type BannedWord, bannedConstant, bannedWords } from "./banned-words.ts";
import { isProduct, projectFiles, root } from "./project-files.ts";
import { descriptionsOf, plainComments, proseOf, textsOf } from "./readable-text.ts";

/** A banned word at its place. */
export interface Finding {
  readonly place: string;
  readonly found: string;
  readonly better: string;
}

/** Returns the banned words in these files, or in the product files below these folders. */
export function findWords(places: readonly string[]): readonly Finding[] {
  return projectFiles
    .filter(
      (file) => places.includes(file) || (isProduct(file) && places.some((place) => file.startsWith(`${place}/`))),
    )
    .flatMap(findIn);
}

function findIn(file: string): readonly Finding[] {
  const text = readFileSync(new URL(file, root), "utf8");
  if (file.endsWith(".md")) return findEach(bannedWords, file, proseOf(newest(file, text)));
  if (file.endsWith(".yaml")) return findEach(bannedWords, file, descriptionsOf(text));
  // To take a program apart is slow, and few have a banned word anywhere.
  const hasAny = findEach(bannedWords, file, plainComments(text)).length > 0;
  return [...(hasAny ? findEach(bannedWords, file, textsOf(text)) : []), ...findEach([bannedConstant], file, text)];
}

/** Of the changelog only the newest version: what was published stays as it is. */
function newest(file: string, text: string): string {
  return file === "CHANGELOG.md" ? text.split(/^(?=## )/m, 2).join("") : text;
}

function findEach(words: readonly BannedWord[], file: string, text: string): readonly Finding[] {
  return words.flatMap(({ pattern, better }) => {
    const anywhere = new RegExp(pattern.source.replaceAll(" ", "\\s+"), `gm${pattern.flags}`);
    return [...text.matchAll(anywhere)].map(({ index, 0: match }) => {
      const line = text.slice(0, index).split("\n").length;
      return { place: `${file}:${line}`, found: match.trim().replaceAll(/\s+/g, " "), better };
    });
  });
}
