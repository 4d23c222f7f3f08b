import fc from "fast-check";

/** What somebody, or something, may do to a document. The places are drawn as numbers, for documents of any size. */
export type AnyEdit =
  | { readonly do: "delete" | "double" | "swap"; readonly place: number }
  | { readonly do: "replace" | "insert"; readonly place: number; readonly value: unknown }
  | { readonly do: "nudge"; readonly place: number; readonly by: number }
  /** Takes the value that a field of the same name has somewhere else. */
  | { readonly do: "borrow"; readonly place: number; readonly from: number };

const hostile = fc.constantFrom<unknown>(
  ...[null, true, false, "", "NaN", "Infinity", "-0", "1e999", "null", "[object Object]", "__proto__", "\u0000\ud800"],
  ...[0, -0, 1, -1, 0.5, 1e21, 253_402_300_799_999, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER],
  ...[[], {}, [[]], { length: 3 }, { toString: null }, JSON.parse('{"__proto__":{"length":1}}')],
  ...["PT0S", "P36525D", "P1M", "PENDING", "PAID", "CREATED", "APPROVED", "CONFIRMED", "AUTHORIZED", "CANCELLED"],
  ...["com_000000000000000000000000", "chg_000000000000000000000000", "x".repeat(2_000)],
);
const place = fc.nat();

/** Mostly what leaves the form as it is. */
export const anyEdit: fc.Arbitrary<AnyEdit> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom("delete" as const, "double" as const), place }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("swap" as const), place }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("replace" as const), place, value: hostile }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant("replace" as const), place, value: fc.constantFrom(null, 0, 1) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("insert" as const), place, value: hostile }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("nudge" as const),
      place,
      by: fc.constantFrom(1, -1, 1_000, -1_000, 86_400_000),
    }),
  },
  { weight: 6, arbitrary: fc.record({ do: fc.constant("borrow" as const), place, from: fc.nat() }) },
);

interface Place {
  readonly container: object;
  readonly key: string;
}

/** Changes a document in place. */
export function mangle(document: object, { place, ...edit }: AnyEdit): void {
  const places = Map.groupBy(placesIn(document), ({ container, key }) => (Array.isArray(container) ? "an item" : key));
  // Any name is as likely as any other, however often it is there.
  const named = at([...places.values()], place) ?? [];
  const found = at(named, Math.floor(place / places.size));
  if (found === undefined) return;
  const { container, key } = found;
  const value: unknown = Reflect.get(container, key);
  switch (edit.do) {
    case "delete":
      if (Array.isArray(container)) container.splice(Number(key), 1);
      else Reflect.deleteProperty(container, key);
      return;
    case "double":
      if (Array.isArray(container)) container.splice(Number(key), 0, structuredClone(value));
      return;
    case "swap":
      if (Array.isArray(container)) container.reverse();
      return;
    case "replace":
      set(found, edit.value);
      return;
    case "insert":
      if (Array.isArray(container)) container.splice(Number(key), 0, edit.value);
      else set({ container, key: typeof edit.value === "string" ? edit.value : `${key}x` }, edit.value);
      return;
    case "nudge":
      if (typeof value === "number") set(found, value + edit.by);
      return;
    case "borrow": {
      const lender = at(named, edit.from);
      if (lender !== undefined) set(found, structuredClone(Reflect.get(lender.container, lender.key)));
    }
  }
}

/** As a parser would: also where the name is `__proto__`. */
function set({ container, key }: Place, value: unknown): void {
  Object.defineProperty(container, key, { value, configurable: true, enumerable: true, writable: true });
}

function at<T>(things: readonly T[], index: number): T | undefined {
  return things[index % things.length];
}

function placesIn(value: unknown, found: Place[] = []): Place[] {
  if (typeof value !== "object" || value === null) return found;
  for (const key of Object.keys(value)) {
    found.push({ container: value, key });
    placesIn(Reflect.get(value, key), found);
  }
  return found;
}
