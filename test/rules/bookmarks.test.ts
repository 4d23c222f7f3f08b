import { describe, expect } from "vitest";
import { day, it, later, startAt } from "./checked-sandbox.ts";
import { rowsOf } from "./json-reading.ts";

describe("a bookmark", () => {
  it("names the place where the history is, and is listed by position", async ({ account, ask }) => {
    expect((await ask("GET", "/sandbox/bookmarks")).body).toEqual({ bookmarks: [] });
    const second = await account.bookmark("z");
    await account.advance({ by: "P1D" });
    await account.charge({ total: 100 });
    const third = await account.bookmark("a");
    const { position } = Object((await ask("GET", "/sandbox/world")).body);
    expect(second.body).toEqual({ name: "z", position: second.at("position"), at: startAt });
    expect(third.body).toEqual({ name: "a", position, at: later(startAt, day) });
    expect((await ask("GET", "/sandbox/bookmarks")).body).toEqual({ bookmarks: [second.body, third.body] });
    for (const name of [" ", " a", "a\u00a0", "a\nb"]) {
      const refused = await ask("POST", "/sandbox/bookmarks", { name });
      expect([name, refused.status, refused.at("problems.0.at")]).toEqual([name, 400, "body/name"]);
    }
    expect(await account.events("BookmarkSet")).toMatchObject([
      { position: second.at("position"), data: { name: "z" } },
      { position, data: { name: "a" } },
    ]);
  });

  it("is removed by its name, whatever that is; what it named stays", async ({ account, ask }) => {
    const names = ["a/b", "über 100 %", "x".repeat(100), "🙂".repeat(100), "__proto__", "toString", 'a"b\\c', "a?b#c"];
    for (const name of names) await account.bookmark(name);
    const set = await account.events("BookmarkSet");
    expect(rowsOf(await ask("GET", "/sandbox/bookmarks"), "bookmarks").map(({ name }) => name)).toEqual(names);
    for (const name of names) {
      const removed = await ask("DELETE", `/sandbox/bookmarks/${encodeURIComponent(name)}`);
      expect(removed.status).toBe(200);
      const { position } = Object((await ask("GET", "/sandbox/world")).body);
      expect(removed.body).toEqual({ name, position });
      expect((await ask("POST", "/sandbox/rewind", { bookmark: name })).status).toBe(404);
    }
    expect((await ask("GET", "/sandbox/bookmarks")).body).toEqual({ bookmarks: [] });
    expect(await account.events("BookmarkSet")).toEqual(set);
    const { position } = set[0] ?? {};
    expect((await ask("POST", "/sandbox/rewind", { position })).at("to")).toBe(position);
  });

  it("of another name is told from those that there are", async ({ account, ask }) => {
    const none = await ask("DELETE", "/sandbox/bookmarks/lunch");
    expect(none.status).toBe(404);
    expect(none.body).toMatchObject({ code: "BOOKMARK_UNKNOWN", name: "lunch", allowed: [] });
    expect(none.text("detail")).toBe('There is no bookmark "lunch"; there are: none.');
    await account.bookmark("breakfast");
    await account.bookmark("dinner");
    const before = await account.events();
    for (const refused of [
      await ask("DELETE", "/sandbox/bookmarks/lunch"),
      await ask("POST", "/sandbox/rewind", { bookmark: "lunch" }),
    ]) {
      expect(refused.status).toBe(404);
      expect(refused.body).toMatchObject({ name: "lunch", allowed: ["breakfast", "dinner"] });
      expect(refused.text("detail")).toBe('There is no bookmark "lunch"; there are: "breakfast", "dinner".');
    }
    const date = await ask("POST", "/sandbox/rewind", { bookmark: "2026-03-02" });
    expect(date.text("detail")).toMatch(/ If it is a time, write it with its offset: 2026-03-02T12:00:00Z\.$/);
    expect(await account.events()).toEqual(before);
  });

  it("is one of a hundred at most; one that is there can still move", async ({ account, ask }) => {
    for (let i = 0; i < 100; i += 1) await account.bookmark(`b-${i}`);
    const full = await ask("POST", "/sandbox/bookmarks", { name: "one more" });
    expect(full.status).toBe(409);
    expect(full.body).toMatchObject({ code: "BOOKMARKS_FULL", limit: 100 });
    expect((await account.bookmark("b-0")).status).toBe(201);
    await ask("DELETE", "/sandbox/bookmarks/b-50");
    expect((await account.bookmark("one more")).status).toBe(201);
    expect((await ask("GET", "/sandbox/bookmarks")).at("bookmarks.length")).toBe(100);
  });
});
