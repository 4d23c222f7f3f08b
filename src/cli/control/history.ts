import type { RewindBody } from "../../client/history.ts";
import type { SaldoClient } from "../../client/saldo-client.ts";
import { carriedOut } from "../../client/unexpected-answer.ts";
import type { components } from "../../spec/generated/control-api.ts";
import { fields, table } from "./table.ts";
import { type Noun, type Verb, verb } from "./verb.ts";

type Bookmark = components["schemas"]["Bookmark"];
type Rewound = Awaited<ReturnType<SaldoClient["history"]["rewind"]>>;

/** `saldo bookmark` */
export const bookmarkNoun: Noun = {
  name: "bookmark",
  text: "name moments to come back to",
  usual: "list",
  verbs: [
    verb({
      usage: "list",
      text: "list the bookmarks",
      examples: ["list"],
      run: async ({ client: { control } }) => (await carriedOut(control.GET("/bookmarks"))).bookmarks,
      show: (bookmarks) =>
        table<Bookmark>(
          bookmarks,
          [
            ["NAME", ({ name }) => name],
            ["POSITION", ({ position }) => position],
            ["AT", ({ at }) => at],
          ],
          "No bookmarks.",
        ),
    }),
    verb({
      usage: "set <name>",
      text: "name this moment",
      examples: ['set "before the payout"'],
      run: ({ client, args: [name = ""] }) => client.history.bookmark(name),
      show: ({ name, position }) => fields({ bookmark: name, position }),
    }),
    verb({
      usage: "remove <name>",
      text: "remove a bookmark",
      examples: ['remove "before the payout"'],
      run: ({ client: { control }, args: [name = ""] }) =>
        carriedOut(control.DELETE("/bookmarks/{name}", { params: { path: { name } } })),
      show: () => "Removed.",
    }),
  ],
};

/** Returns where a word leads: a position, an instant, or else the name of a bookmark. */
function placeOf(word: string): RewindBody {
  if (/^\d+$/.test(word)) return { position: Number(word) };
  return /^\d{4}-\d\d-\d\dT/i.test(word) ? { at: word } : { bookmark: word };
}

function rewoundText({ to, now, position }: Rewound): string {
  return fields({ "back at": to, now, position });
}

/** `saldo rewind` */
export const rewindVerb: Verb = verb<Rewound, { cancelDeliveries?: true }>({
  usage: "rewind <place>",
  text: "go back to a bookmark, a position, or a time with its offset",
  options: [["--cancel-deliveries", null, "do not make the deliveries that were pending there"]],
  examples: ['"before the payout"', "2026-03-02T12:00:00Z", "26"],
  run: ({ client, args: [place = ""], flags: { cancelDeliveries } }) =>
    client.history.rewind({ ...placeOf(place), deliveries: cancelDeliveries ? "cancel" : "resume" }),
  show: rewoundText,
});

/** `saldo reset` */
export const resetVerb: Verb = verb({
  usage: "reset",
  text: "go back to the beginning of the world, with the same identifiers",
  examples: [""],
  run: ({ client }) => client.history.reset(),
  show: rewoundText,
});
