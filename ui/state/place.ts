import { computed, signal } from "@preact/signals";

/** The screens, in the order of the navigation. The URL names them so. */
export const SCREENS = [
  ...(["time", "withdrawals", "charges", "webhooks", "mailbox"] as const),
  ...(["calls", "faults", "worlds", "reference"] as const),
] as const;
export type Screen = (typeof SCREENS)[number];

/** What the page shows, in the address after `#`: `#/w/<world>/withdrawals/wdr_1?at=28`. It never has a key. */
interface Place {
  /** The world that it is about; null for that of the key. */
  readonly world: string | null;
  readonly screen: Screen;
  /** The selection (`id`), the filters, the company (`company`) and the position that is looked at (`at`). */
  readonly query: Readonly<Record<string, string>>;
}

type Query = Readonly<Record<string, string | undefined>>;

const hash = signal(location.hash);
addEventListener("hashchange", () => (hash.value = location.hash));

export const place = computed(() => placeIn(hash.value));

/** Returns the place of the address now: the browser tells of a change only later, and what comes before must not undo it. */
function here(): Place {
  return placeIn(location.hash);
}

/** Returns the place that an address names; the first screen if it names none. */
function placeIn(address: string): Place {
  const [path = "", query = ""] = address.replace(/^#\/?/, "").split("?");
  const parts = path.split("/").map(decoded);
  const [world = null, named, id] = parts[0] === "w" ? parts.slice(1) : [null, ...parts];
  const screen = SCREENS.find((name) => name === named) ?? "time";
  return { world, screen, query: { ...(id && { id }), ...Object.fromEntries(new URLSearchParams(query)) } };
}

/** Returns what a part of an address stands for. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Returns the address of a place; values that are undefined or empty are left out. */
function addressOf(world: string | null, screen: Screen, { id, ...query }: Query): string {
  const path = [...(world === null ? [] : ["w", world]), screen, ...(id ? [id] : [])].map(encodeURIComponent).join("/");
  const given = Object.entries(query).flatMap(([name, value]) => (value ? [[name, value]] : []));
  const text = new URLSearchParams(given).toString();
  return `#/${path}${text === "" ? "" : `?${text}`}`;
}

/** Returns the address of another place, for links. The world, the company and the moment stay as they are. */
export function hrefOf(screen: Screen, query: Query = {}): string {
  const { world, query: shown } = place.value;
  return addressOf(world, screen, { at: shown.at, company: shown.company, ...query });
}

/** Returns the address of the present screen with another selection; its filters and its order stay. */
export function hrefHere(changes: Query): string {
  const { world, screen, query } = place.value;
  return addressOf(world, screen, { ...query, ...changes });
}

/** Shows another place, which the browser's history remembers. */
export function goTo(screen: Screen, query: Query = {}): void {
  location.hash = hrefOf(screen, query);
}

/** Changes filters or the selection of the present screen; undefined removes one. */
export function refine(changes: Query): void {
  const { world, screen, query } = here();
  replace(addressOf(world, screen, { ...query, ...changes }));
}

/** Names the world in the address, which had none. */
export function nameWorld(world: string): void {
  const { screen, query } = here();
  replace(addressOf(world, screen, query));
}

/** Keeps only the screen, because another world is going to be shown. */
export function forgetWorld(): void {
  replace(addressOf(null, here().screen, {}));
}

/** Returns the whole address of the present place at a position, for a company, as others can open it. */
export function linkTo(at: number, company: string | undefined): string {
  const { world, screen, query } = here();
  return location.origin + location.pathname + addressOf(world, screen, { ...query, at: String(at), company });
}

function replace(address: string): void {
  history.replaceState(null, "", address);
  hash.value = location.hash;
}
