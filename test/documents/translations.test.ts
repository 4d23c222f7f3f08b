import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { DocumentedBlocks } from "../documented-blocks.ts";

const root = new URL("../../", import.meta.url);
const read = (file: string) => readFileSync(new URL(file, root), "utf8");
const pages = readdirSync(new URL("docs/pt-BR/", root)).map((name) => [`docs/pt-BR/${name}`, `docs/${name}`] as const);
const translations = [["README.pt-BR.md", "README.md"], ...pages] as const;

describe.each(translations)("%s", (translation, original) => {
  test("has the code of its original, which other tests run", () => {
    const shown = (page: string) => new DocumentedBlocks(page).all.map(({ language, text }) => [language, text]);
    expect(shown(translation)).toEqual(shown(original));
  });

  test("has as many sections, rows and list entries as its original", () => {
    const parts = (page: string) => (read(page).match(/^(#+ |\||- )/gm) ?? []).length;
    expect(parts(translation)).toBe(parts(original));
  });

  test("is as new as its original", () => {
    const digest = createHash("sha256").update(read(original)).digest("hex").slice(0, 12);
    const renewed = `<!-- ${original} ${digest} -->`;
    const [first] = read(translation).split("\n");
    const help = `${original} has changed. Translate the change, then make this the first line of ${translation}`;
    expect(first, help).toBe(renewed);
  });

  test("links to files that exist", () => {
    const links = [...read(translation).matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, link = ""]) => link);
    expect(links.filter((link) => !existsSync(new URL(link, new URL(translation, root))))).toEqual([]);
  });
});
