import { computed, signal } from "@preact/signals";

/** The screens, in the order of the navigation. The URL names them so. */
export const SCREENS = [
  ...(["time", "withdrawals", "charges", "webhooks", "mailbox"] as const),
  ...(["calls", "faults", "worlds", "reference"] as const),
] as const;
export type Screen = (typeof SCREENS)[number];

/** What the page shows: the part of the address after `#`, `#/withdrawals?id=wdr_1&status=CREATED`. */
export interface Place {
  readonly screen: Screen;
  /** The selection and the filters of the screen. */
  readonly query: Readonly<Record<string, string>>;
}

const hash = signal(location.hash);
addEventListener("hashchange", () => {
  hash.value = location.hash;
});

export const place = computed(() => placeIn(hash.value));

/** Returns the place that an address names; the first screen if it names none. */
function placeIn(text: string): Place {
  const [path = "", query = ""] = text.replace(/^#\/?/, "").split("?");
  const screen = SCREENS.find((name) => name === path) ?? "time";
  return { screen, query: Object.fromEntries(new URLSearchParams(query)) };
}

/** Returns the address of a place, for links. Values that are undefined or empty are left out. */
export function hrefOf(screen: Screen, query: Readonly<Record<string, string | undefined>> = {}): string {
  const given = Object.entries(query).flatMap(([name, value]) => (value ? [[name, value]] : []));
  const text = new URLSearchParams(given).toString();
  return `#/${screen}${text === "" ? "" : `?${text}`}`;
}

/** Shows another place, which the browser's history remembers. */
export function goTo(screen: Screen, query: Readonly<Record<string, string | undefined>> = {}): void {
  location.hash = hrefOf(screen, query);
}

/** Changes filters or the selection of the present screen; undefined removes one. */
export function refine(changes: Readonly<Record<string, string | undefined>>): void {
  const { screen, query } = place.peek();
  history.replaceState(null, "", hrefOf(screen, { ...query, ...changes }));
  hash.value = location.hash;
}
